import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleFile } from '../workers/bundle-file.test-support.ts';
import { filesConformance } from './files.conformance.ts';
import { createLocalFiles } from './local-files.ts';

const run = promisify(execFile);
const makeDirectory = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'toolstone-files-')));

filesConformance('this machine', async () => {
  const directory = await makeDirectory();
  return {
    files: createLocalFiles(),
    directory,
    shell: async (script) => (await run('sh', ['-c', script], { cwd: directory })).stdout,
    remove: () => rm(directory, { recursive: true }),
  };
});

describe('replace on this machine', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await makeDirectory();
    file = join(directory, 'a');
  });
  afterEach(() => rm(directory, { recursive: true }));

  let fixture: readonly [string, string];
  beforeAll(async () => {
    const script = await bundleFile(new URL('./replace-file.fixture.ts', import.meta.url));
    fixture = [process.execPath, fileURLToPath(script)];
  });
  const placeless = (text: string): string => text.replaceAll(directory, '<tmp>').trimEnd();

  it('removes what writers that were killed left in the directory, but not what may be in use', async () => {
    const dead = '.toolstone-999999999-0123456789ab.tmp';
    const young = '.toolstone-999999999-0123456789ac.tmp';
    const alive = `.toolstone-${process.pid}-0123456789ab.tmp`;
    for (const name of [dead, young, alive]) await writeFile(join(directory, name), 'half');
    for (const name of [dead, alive]) await utimes(join(directory, name), 1_000_000, 1_000_000);
    await createLocalFiles().replace(file, new Uint8Array(1), { expect: 'absent' });
    expect((await readdir(directory)).sort()).toEqual([alive, young, 'a'].sort());
  });

  it('leaves the old content or the new when its process is killed, whenever that is', async () => {
    await writeFile(file, 'old');
    const length = 3_000_000;
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(fixture[0], [fixture[1], file, 'n', String(length), 'loop']);
      // From the first replacement on it writes all the time; each round stops it somewhere else.
      for (let seen = 0; seen <= round; seen += 1) await once(child.stdout, 'data');
      child.kill('SIGKILL');
      await once(child, 'close');
      const content = await readFile(file, 'utf8');
      expect(content.length === length && /^n+$/.test(content)).toBe(true);
    }
    const leftovers = (await readdir(directory)).filter((name) => name !== 'a');
    expect(leftovers.every((name) => name.startsWith('.toolstone-'))).toBe(true);
    for (const name of leftovers) await utimes(join(directory, name), 1_000_000, 1_000_000);
    const files = createLocalFiles();
    await files.replace(file, null, { expect: await files.hash(file) });
    await files.replace(file, new Uint8Array(1), { expect: 'absent' });
    expect(await readdir(directory)).toEqual(['a']);
  }, 60_000);

  if (process.getuid?.() === 0) {
    it('keeps owner and group', async () => {
      await writeFile(file, 'x');
      await chown(file, 65534, 65533);
      await chmod(file, 0o6755);
      const files = createLocalFiles();
      await files.replace(file, new Uint8Array(1), { expect: await files.hash(file) });
      expect(await stat(file)).toMatchObject({ uid: 65534, gid: 65533, mode: 0o106755 });
    });
  }

  // Other file systems and a process without root's rights come from bubblewrap.
  if (existsSync('/usr/bin/bwrap')) {
    const replaceUnder = async (options: readonly string[], ...words: readonly string[]): Promise<string> =>
      placeless((await run('bwrap', ['--dev-bind', '/', '/', ...options, ...fixture, ...words])).stdout);
    const withoutRights = ['--cap-drop', 'ALL'];

    it('reports a read-only file system', async () => {
      await writeFile(file, 'old');
      const readOnly = ['--ro-bind', directory, directory];
      expect(await replaceUnder(readOnly, file, 'new')).toMatchInlineSnapshot(
        `"READ_ONLY: <tmp>/a is on a read-only file system"`,
      );
      expect(await replaceUnder(readOnly, join(directory, 'b'), 'new')).toMatchInlineSnapshot(
        `"READ_ONLY: <tmp>/b is on a read-only file system"`,
      );
      expect(await readFile(file, 'utf8')).toBe('old');
    });

    it('reports a full disk, keeps the old content and leaves nothing half-written', async () => {
      const disk = join(directory, 'disk');
      await mkdir(disk);
      const tiny = ['--size', String(64 * 1024), '--tmpfs', disk];
      const script = [
        `printf old > ${disk}/a`,
        `"$0" "$@" ${disk}/a x 100000`,
        `"$0" "$@" ${disk}/b/c x 100000`,
        `cat ${disk}/a; echo; ls -A ${disk}`,
      ].join('\n');
      const { stdout } = await run('bwrap', ['--dev-bind', '/', '/', ...tiny, 'sh', '-c', script, ...fixture]);
      expect(placeless(stdout)).toMatchInlineSnapshot(`
        "NO_SPACE: <tmp>/disk/a does not fit: the disk is full
        NO_SPACE: <tmp>/disk/b/c does not fit: the disk is full
        old
        a"
      `);
    });

    it('overwrites a file whose directory takes no new ones, and reports where even that is forbidden', async () => {
      await writeFile(file, 'old');
      await chmod(directory, 0o555);
      const longer = await replaceUnder(withoutRights, file, 'new and longer');
      expect([longer, await readFile(file, 'utf8')]).toEqual(['replaced', 'new and longer']);
      const shorter = await replaceUnder(withoutRights, file, 'new');
      expect([shorter, await readFile(file, 'utf8')]).toEqual(['replaced', 'new']);
      expect(await replaceUnder(withoutRights, join(directory, 'b'), 'new')).toMatchInlineSnapshot(
        `"FORBIDDEN: <tmp>/b may not be accessed"`,
      );
      await chmod(file, 0o444);
      expect(await replaceUnder(withoutRights, file, 'newer')).toMatchInlineSnapshot(
        `"FORBIDDEN: <tmp>/a is write-protected"`,
      );
      expect(await readFile(file, 'utf8')).toBe('new');
      await chmod(directory, 0o755);
    });

    it('does not take the way over the directory to replace a write-protected file', async () => {
      await writeFile(file, 'old', { mode: 0o444 });
      expect(await replaceUnder(withoutRights, file, 'new')).toMatchInlineSnapshot(
        `"FORBIDDEN: <tmp>/a is write-protected"`,
      );
      expect(await readFile(file, 'utf8')).toBe('old');
    });

    it('overwrites a file that is a mount of its own', async () => {
      const source = join(directory, 'source');
      await writeFile(source, 'old');
      await writeFile(file, '');
      expect(await replaceUnder(['--bind', source, file], file, 'new')).toBe('replaced');
      expect(await readFile(source, 'utf8')).toBe('new');
      expect((await readdir(directory)).sort()).toEqual(['a', 'source']);
    });

    it('puts the old content back when the disk is full in the middle of overwriting', async () => {
      const disk = join(directory, 'disk');
      await mkdir(disk);
      const tiny = ['--size', String(64 * 1024), '--tmpfs', disk, ...withoutRights];
      const script = [
        `head -c 20000 /dev/zero | tr '\\0' o > ${disk}/a; chmod 555 ${disk}`,
        `"$0" "$@" ${disk}/a x 100000`,
        `tr -d o < ${disk}/a | wc -c; wc -c < ${disk}/a; ls -A ${disk}`,
      ].join('\n');
      const { stdout } = await run('bwrap', ['--dev-bind', '/', '/', ...tiny, 'sh', '-c', script, ...fixture]);
      expect(placeless(stdout)).toMatchInlineSnapshot(`
        "NO_SPACE: <tmp>/disk/a does not fit: the disk is full
        0
        20000
        a"
      `);
    });

    if (process.getuid?.() === 0) {
      it('overwrites a file of another owner rather than taking it over', async () => {
        await writeFile(file, 'old');
        await chown(file, 65534, 65534);
        await chmod(file, 0o666);
        expect(await replaceUnder(withoutRights, file, 'new')).toBe('replaced');
        expect(await readFile(file, 'utf8')).toBe('new');
        expect(await stat(file)).toMatchObject({ uid: 65534, gid: 65534 });
        expect(await readdir(directory)).toEqual(['a']);
      });
    }
  }
});
