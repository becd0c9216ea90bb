import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDirectories, makeDirectoriesSync } from './make-directories.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'toolstone-make-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe.each([
  ['blocking', async (path: string, mode?: number) => makeDirectoriesSync(path, mode)],
  ['not blocking', makeDirectories],
])('directories, %s', (_how, make) => {
  it('are made with all that is missing above, for the owner alone where that is wanted', async () => {
    expect(await make(join(base, 'a', 'b', 'c'), 0o700)).toBe(join(base, 'a'));
    expect(statSync(join(base, 'a', 'b', 'c')).mode & 0o777).toBe(0o700);
    expect(await make(join(base, 'a', 'b', 'c'))).toBeUndefined();
  });

  it('are not made where a file stands, or below one', async () => {
    writeFileSync(join(base, 'file'), '');
    await expect(make(join(base, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(base, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('end with an error in a file system that takes none', async () => {
    await expect(make('/proc/toolstone/data')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
