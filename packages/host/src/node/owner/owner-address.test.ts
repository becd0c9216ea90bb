import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwnerAddress, ownerAddressPattern, prepareSocketDirectory } from './owner-address.ts';

describe('createOwnerAddress', () => {
  const base = (address: string): string => address.slice(dirname(address).length + 1);

  it('is in the run directory where the path fits a socket', () => {
    const address = createOwnerAddress('/home/me/.toolstone/run');
    expect(dirname(address)).toBe('/home/me/.toolstone/run');
    expect(ownerAddressPattern.exec(base(address))?.groups?.['pid']).toBe(String(process.pid));
  });

  it('is a short one in the temporary directory where it does not', () => {
    const long = `/home/me/${'x'.repeat(90)}/run`;
    const address = createOwnerAddress(long, '/tmp');
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(100);
    expect(dirname(address)).toBe(`/tmp/toolstone-${process.getuid?.()}`);
    expect(base(address)).toMatch(ownerAddressPattern);
    // Two data directories never meet.
    expect(base(address).slice(0, 12)).not.toBe(base(createOwnerAddress(`${long}2`, '/tmp')).slice(0, 12));
  });

  it('is short whatever the temporary directory is called', () => {
    const long = `/${'ü'.repeat(90)}`;
    expect(Buffer.byteLength(createOwnerAddress(long, long))).toBeLessThanOrEqual(100);
  });

  it('never comes twice', () => {
    expect(new Set(Array.from({ length: 100 }, () => createOwnerAddress('/run'))).size).toBe(100);
  });
});

describe('prepareSocketDirectory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });

  it('lets nobody else in', async () => {
    prepareSocketDirectory(join(directory, 'a', 'run', 'x.sock'));
    expect((await stat(join(directory, 'a', 'run'))).mode & 0o777).toBe(0o700);
    await chmod(join(directory, 'a', 'run'), 0o777);
    prepareSocketDirectory(join(directory, 'a', 'run', 'x.sock'));
    expect((await stat(join(directory, 'a', 'run'))).mode & 0o777).toBe(0o700);
  });

  it('does not follow a link that somebody may have put there', async () => {
    await mkdir(join(directory, 'target'));
    await symlink(join(directory, 'target'), join(directory, 'run'));
    expect(() => prepareSocketDirectory(join(directory, 'run', 'x.sock'))).toThrow(/belongs to somebody else/);
  });
});
