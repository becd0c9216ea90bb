import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadEngine } from '../sqlite/load-engine.ts';
import { openDatabase, type SqliteDatabase } from '../sqlite/open-database.ts';
import { blobStoreConformance } from './blob-store.conformance.ts';
import { createBlobStore } from './blob-store.ts';

for (const name of ['node:sqlite', 'better-sqlite3'] as const) {
  const openEngine = await loadEngine(name);
  if (openEngine === undefined) continue; // this Node does not have it; another one runs the same suite on it
  for (const sync of ['normal', 'full'] as const) {
    blobStoreConformance(`${name}, sync ${sync}`, async () => {
      const directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
      const databases: SqliteDatabase[] = [];
      return {
        async open() {
          const database = await openDatabase({ file: join(directory, 'toolstone.db'), openEngine });
          databases.push(database);
          return createBlobStore({ database, directory: join(directory, 'blobs'), sync });
        },
        async remove() {
          for (const database of databases) database.close();
          await rm(directory, { recursive: true });
        },
      };
    });
  }
}

describe('blob files', () => {
  let directory: string;
  let database: SqliteDatabase;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
    database = await openDatabase({ file: join(directory, 'toolstone.db') });
  });
  afterEach(async () => {
    database.close();
    await rm(directory, { recursive: true });
  });
  const blobs = () => createBlobStore({ database, directory: join(directory, 'blobs') });
  const filesBelow = async (): Promise<readonly string[]> => {
    const found = await readdir(join(directory, 'blobs'), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).replace(directory, ''));
  };
  const hello = new TextEncoder().encode('hello');

  it('stand once for equal bytes, private, in a directory named after their hash', async () => {
    await blobs().workspace('a').put(hello, { mediaType: 'text/plain' });
    await blobs().workspace('b').put(hello, { mediaType: 'text/plain', key: 'x' });
    const [path = '', ...others] = await filesBelow();
    expect(path).toBe('/blobs/2c/f24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect(others).toEqual([]);
    expect((await stat(join(directory, path))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'blobs'))).mode & 0o777).toBe(0o700);
    expect(await readFile(join(directory, path), 'utf8')).toBe('hello');
  });

  it('are gone when nothing refers to them any more', async () => {
    await blobs().workspace('a').put(hello, { mediaType: 'text/plain' });
    await blobs().drop('a');
    expect(await filesBelow()).toEqual([]);
  });

  it('are not left behind by a write that fails', async () => {
    database.engine.exec('pragma query_only = on');
    await expect(blobs().workspace('a').put(hello, { mediaType: 'text/plain' })).rejects.toMatchObject({
      code: 'READ_ONLY',
    });
    expect(await readdir(join(directory, 'blobs', 'tmp'))).toEqual([]);
  });

  it('of writers that were killed are swept away, but not those being written', async () => {
    const temporaries = join(directory, 'blobs', 'tmp');
    await mkdir(temporaries, { recursive: true });
    await writeFile(join(temporaries, 'old'), '');
    await utimes(join(temporaries, 'old'), 1, 1);
    await writeFile(join(temporaries, 'new'), '');
    await blobs().drop('a');
    expect(await readdir(temporaries)).toEqual(['new']);
  });

  it('that someone removed are reported as lost', async () => {
    const { blob } = await blobs().workspace('a').put(hello, { mediaType: 'text/plain' });
    await rm(join(directory, 'blobs', '2c'), { recursive: true });
    await expect(blobs().workspace('a').readAt(blob, 0, 5)).rejects.toMatchObject({ code: 'IO' });
    // Putting the same bytes again heals it.
    await blobs().workspace('a').put(hello, { mediaType: 'text/plain' });
    expect(await blobs().workspace('a').readAt(blob, 0, 5)).toEqual(hello);
  });

  it('that were cut short from outside are written again, not taken for the content', async () => {
    const { blob } = await blobs().workspace('a').put(hello, { mediaType: 'text/plain' });
    await writeFile(join(directory, 'blobs', '2c', blob.slice(2)), '');
    await blobs().workspace('b').put(hello, { mediaType: 'text/plain' });
    expect(await blobs().workspace('a').readAt(blob, 0, 5)).toEqual(hello);
  });
});
