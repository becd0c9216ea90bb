import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.fixture.ts';
import { messageRecord, workstream } from './log-store.fixture.ts';
import { createLogStore } from './log-store.ts';
import { type Migration, migrations } from './migrations.ts';
import { openDatabase } from './open-database.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
  file = join(directory, 'data', 'toolstone.db');
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const openStore = async () => createLogStore(await openDatabase({ file }));
const placeless = (text: string): string => text.replaceAll(directory, '<tmp>');
const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error) => placeless(`${error.code}: ${error.message}. ${error.nextStep}`),
  );
const append = (key: string, head: number, text = key) =>
  ({
    workstreamId: 'a',
    generation: 0,
    head,
    records: [messageRecord(key, text)],
    projection: { state: 'idle', openCycles: 0, usage: { inputTokens: 0, outputTokens: 0 }, cost: null },
    sync: 'normal',
  }) as const;

describe('a new database', () => {
  it('is private, and so are its companions and its directory', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    const modes = await Promise.all(
      ['', 'toolstone.db', 'toolstone.db-wal', 'toolstone.db-shm'].map(async (name) => {
        const { mode } = await stat(join(directory, 'data', name));
        return `${name} ${(mode & 0o777).toString(8)}`;
      }),
    );
    await store.close();
    expect(modes).toEqual([' 700', 'toolstone.db 600', 'toolstone.db-wal 600', 'toolstone.db-shm 600']);
  });

  it('is one small file once it is closed, also after five rounds', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    for (let head = 0; head < 40; head++) await store.append(append(`key-of-record-${head}`, head, 'x'.repeat(400)));
    await store.close();
    expect(await readdir(join(directory, 'data'))).toEqual(['toolstone.db']);
    expect((await stat(file)).size).toBeLessThan(56 * 1024);
  });

  it('keeps nothing of a deleted workstream, also not in free pages', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    for (let head = 0; head < 20; head++)
      await store.append(append(`k${head}`, head, 'a secret of the person '.repeat(200)));
    await store.delete('a');
    await store.close();
    expect((await readFile(file)).includes('a secret of the person')).toBe(false);
  });

  it('says what is in the way of creating it', async () => {
    await writeFile(join(directory, 'data'), 'a file');
    expect(await failureOf(openDatabase({ file }))).toMatchInlineSnapshot(
      `"NOT_A_DIRECTORY: <tmp>/data is in the way: it exists and is no directory. undefined"`,
    );
    const inside = join(directory, 'data', 'toolstone.db');
    await rm(join(directory, 'data'));
    await mkdir(inside, { recursive: true });
    expect(await failureOf(openDatabase({ file }))).toMatchInlineSnapshot(
      `"IS_DIRECTORY: <tmp>/data/toolstone.db is a directory. undefined"`,
    );
  });
});

describe('a damaged database', () => {
  it('is refused and left as it is when it is no database at all', async () => {
    await mkdir(join(directory, 'data'));
    await writeFile(file, 'not a database, but long enough to be read as the header of one.'.repeat(50));
    const before = await readFile(file);
    expect(await failureOf(openDatabase({ file }))).toMatchInlineSnapshot(
      `"IO: the database <tmp>/data/toolstone.db is damaged (file is not a database); nothing was changed or deleted. Move it and, where they exist, <tmp>/data/toolstone.db-wal and <tmp>/data/toolstone.db-shm to another folder and start again with an empty one. There, \`sqlite3 FILE .recover\` may bring back what it held; a copy from before an update ends in .before-vN"`,
    );
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(join(directory, 'data'))).toEqual(['toolstone.db']);
  });

  it('says so when the damage shows later', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    for (let head = 0; head < 60; head++) await store.append(append(`k${head}`, head, 'x'.repeat(1_000)));
    await store.close();
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - 24_576, 0xff), 0, size - 24_576, 24_576);
    await handle.close();
    const again = await openStore();
    expect(await failureOf(again.read('a'))).toMatch(
      /^IO: the database <tmp>\/data\/toolstone\.db is damaged \(.*Move it and/,
    );
    await again.close();
  });
});

describe('migration', () => {
  const next = migrations.length + 1;
  const addNote: Migration = {
    version: next,
    statements: (schema) => [schema.alterTable('workstreams').addColumn('note', 'text')],
  };
  const broken: Migration = {
    version: next,
    statements: (schema) => [
      schema.alterTable('workstreams').addColumn('note', 'text'),
      schema.alterTable('missing').addColumn('note', 'text'),
    ],
  };
  const newer = [...migrations, addNote];

  it('is in step with the list of versions', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('keeps a copy of what it changes', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    await store.close();
    const migrated = await openDatabase({ file, migrations: newer });
    const rows = await migrated.kysely
      .selectFrom('workstreams')
      .select(['id', sql`note`.as('note')])
      .execute();
    migrated.close();
    expect(rows).toMatchObject([{ id: 'a', note: null }]);
    const copy = await openDatabase({ file: `${file}.before-v${next}` });
    expect(await createLogStore(copy).get('a')).toMatchObject({ id: 'a' });
    copy.close();
  });

  it('keeps no copy of an empty database', async () => {
    await (await openStore()).close();
    (await openDatabase({ file, migrations: newer })).close();
    expect(await readdir(join(directory, 'data'))).toEqual(['toolstone.db']);
  });

  it('changes nothing when a step of it fails, and can be tried again', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    await store.close();
    await expect(openDatabase({ file, migrations: [...migrations, broken] })).rejects.toThrow(/missing/);
    const again = await openStore();
    expect(await again.get('a')).toMatchObject({ id: 'a' });
    await again.close();
    (await openDatabase({ file, migrations: newer })).close();
    expect((await readdir(join(directory, 'data'))).sort()).toEqual([
      'toolstone.db',
      `toolstone.db.before-v${next}`,
      `toolstone.db.before-v${next}-2`,
    ]);
  });

  it('waits for the processes of an older program to end', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    await store.claim({ workstreamId: 'a', ownerAddress: 'one', nowMs: 0, leaseMs: 15_000 });
    expect(await failureOf(openDatabase({ file, migrations: newer, nowMs: 14_999 }))).toMatchInlineSnapshot(
      `"UNAVAILABLE: an older Toolstone is still running on <tmp>/data/toolstone.db. End the other Toolstone processes of this data directory, then start this one again"`,
    );
    expect(await store.renew('a', 'one', 20_000)).toBe(true);
    await store.release('a', 'one');
    await store.close();
    (await openDatabase({ file, migrations: newer, nowMs: 14_999 })).close();
  });

  it('refuses a database of a newer program', async () => {
    (await openDatabase({ file, migrations: newer })).close();
    expect(await failureOf(openDatabase({ file }))).toMatchInlineSnapshot(
      `"UNAVAILABLE: <tmp>/data/toolstone.db was written by a newer Toolstone (schema 3, this one knows 2). Update Toolstone, or point TOOLSTONE_HOME at another data directory"`,
    );
  });
});

describe('a disk that does not take what is written', () => {
  it('is reported, and nothing half written stays', async () => {
    const database = await openDatabase({ file });
    const store = createLogStore(database);
    await store.create(workstream('a'));
    // SQLite's own limit gives the error of a full disk.
    database.engine.prepare('pragma max_page_count = 30').all([]);
    let head = 0;
    const failure = await (async () => {
      for (;;) {
        const outcome = await store.append(append(`k${head}`, head, 'x'.repeat(5_000))).catch((error) => error);
        if (outcome.status !== 'appended') return failureOf(Promise.reject(outcome));
        head++;
      }
    })();
    expect(failure).toMatchInlineSnapshot(
      `"NO_SPACE: the disk of <tmp>/data/toolstone.db is full; nothing was written. undefined"`,
    );
    expect(head).toBeGreaterThan(1);
    expect(await store.read('a')).toHaveLength(head);
    expect(await store.get('a')).toMatchObject({ head });
    database.engine.prepare('pragma max_page_count = 1000').all([]);
    expect(await store.append(append(`k${head}`, head))).toMatchObject({ status: 'appended' });
    await store.close();
  });

  it('is reported where the database may not be written', async () => {
    const database = await openDatabase({ file });
    database.engine.exec('pragma query_only = on');
    expect(await failureOf(createLogStore(database).create(workstream('a')))).toMatchInlineSnapshot(
      `"READ_ONLY: <tmp>/data/toolstone.db cannot be written. undefined"`,
    );
    database.close();
  });

  // A read-only or tiny file system needs a mount, which only bubblewrap gives without asking anyone.
  if (existsSync('/usr/bin/bwrap')) {
    const run = promisify(execFile);
    const appendUnder = async (mounts: readonly string[]): Promise<string> => {
      const { file: script, env } = await bundleScript('append-loop.fixture', directory);
      const command = [process.execPath, script, file, '2000'];
      const { stdout } = await run('bwrap', ['--dev-bind', '/', '/', ...mounts, ...command], { env }).catch(
        (error) => error,
      );
      return placeless(String(stdout).trimEnd().split('\n').at(-1) ?? '');
    };

    it('is reported on a read-only file system', async () => {
      const store = await openStore();
      await store.close();
      expect(await appendUnder(['--ro-bind', directory, directory])).toMatchInlineSnapshot(
        `"{"code":"READ_ONLY","message":"<tmp>/data/toolstone.db is on a read-only file system"}"`,
      );
    });

    it('is reported on a full file system', async () => {
      await mkdir(join(directory, 'data'));
      const mounts = ['--size', String(256 * 1024), '--tmpfs', join(directory, 'data')];
      expect(await appendUnder(mounts)).toMatchInlineSnapshot(
        `"{"code":"NO_SPACE","message":"the disk of <tmp>/data/toolstone.db is full; nothing was written"}"`,
      );
    });
  }
});

describe('two processes on one database', () => {
  it('see a locked database as a passing state', async () => {
    const one = await openDatabase({ file });
    const two = await openDatabase({ file });
    two.engine.exec('pragma busy_timeout = 0');
    one.engine.exec('begin immediate');
    expect(await failureOf(createLogStore(two).create(workstream('a')))).toMatchInlineSnapshot(
      `"UNAVAILABLE: <tmp>/data/toolstone.db is locked by another process. Try again in a moment; if it stays so, look for a process that holds the file open"`,
    );
    one.engine.exec('commit');
    await createLogStore(two).create(workstream('a'));
    one.close();
    two.close();
  });

  it('do not mind a write-ahead log that a killed process has left', async () => {
    const store = await openStore();
    await store.create(workstream('a'));
    const copy = join(directory, 'copy.db');
    for (const companion of ['', '-wal'])
      await appendFile(`${copy}${companion}`, await readFile(`${file}${companion}`));
    await store.close();
    const recovered = createLogStore(await openDatabase({ file: copy }));
    expect(await recovered.get('a')).toMatchObject({ id: 'a' });
    await recovered.close();
  });
});
