import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryOf, findProjectDirectory } from './data-directory.ts';

describe('dataDirectoryOf', () => {
  it.each([
    [undefined, '/home/me/.toolstone'],
    ['', '/home/me/.toolstone'],
    ['/data', '/data'],
    ['~/x', '/home/me/x'],
  ])('with TOOLSTONE_HOME %j is %s', (named, path) => {
    expect(dataDirectoryOf({ TOOLSTONE_HOME: named }, '/home/me')).toMatchObject({
      path,
      databaseFile: `${path}/toolstone.db`,
    });
  });
});

describe('findProjectDirectory', () => {
  let home: string;
  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'toolstone-')));
    await mkdir(join(home, '.toolstone'));
    await mkdir(join(home, 'project', '.toolstone'), { recursive: true });
    await mkdir(join(home, 'project', 'src', 'deep'), { recursive: true });
    await mkdir(join(home, 'other'));
  });
  afterEach(async () => {
    await rm(home, { recursive: true });
  });
  const find = (cwd: string): string | undefined => findProjectDirectory(join(home, cwd), dataDirectoryOf({}, home));

  it('is the nearest one upwards', () => {
    expect(find('project/src/deep')).toBe(join(home, 'project'));
    expect(find('project')).toBe(join(home, 'project'));
  });

  it('is never the data directory, by whatever name', async () => {
    expect(find('other')).toBeUndefined();
    await symlink(join(home, '.toolstone'), join(home, 'other', '.toolstone'));
    expect(find('other')).toBeUndefined();
  });
});
