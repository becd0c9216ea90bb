import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PortError } from '@toolstone/kernel';
import { makeDirectoriesSync } from '../files/make-directories.ts';
import { toSystemPortError } from '../system-error.ts';

/** Linux takes 107 bytes in a socket's path and macOS 103; a longer one is cut off, silently. */
const MAX_SOCKET_PATH_BYTES = 100;

/**
 * A new address for this process in `run/` of the data directory, or in the temporary directory where that path is too
 * long for a socket. No two calls give the same one, so that an address found dead stays dead.
 */
export function createOwnerAddress(runDirectory: string, temporaryDirectory = tmpdir()): string {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  const path = join(runDirectory, name);
  if (fits(path)) return path;
  // Data directories that share the temporary directory keep apart by their hash.
  const prefix = createHash('sha256').update(runDirectory).digest('hex').slice(0, 12);
  const directory = `toolstone-${process.getuid?.() ?? 'user'}`;
  const short = join(temporaryDirectory, directory, `${prefix}-${name}`);
  return fits(short) ? short : join('/tmp', directory, `${prefix}-${name}`);
}

const fits = (path: string): boolean => Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES;

/** Process ids in the names that `createOwnerAddress` gives. */
export const ownerAddressPattern = /^(?:[0-9a-f]{12}-)?(?<pid>\d+)-[0-9a-f]{8}\.sock$/;

/** Makes the socket's directory, for this user alone: whoever may enter it may speak to the owner. */
export function prepareSocketDirectory(address: string): void {
  const directory = dirname(address);
  try {
    makeDirectoriesSync(directory, 0o700);
    const found = lstatSync(directory);
    const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
    if (!isOurs) throw foreign(directory);
    if ((found.mode & 0o077) !== 0) chmodSync(directory, 0o700);
  } catch (error) {
    throw toSystemPortError(error, directory);
  }
}

const foreign = (directory: string): PortError =>
  new PortError('FORBIDDEN', `${directory} belongs to somebody else`, {
    path: directory,
    nextStep: 'Remove it, or set TMPDIR to a directory of your own',
  });
