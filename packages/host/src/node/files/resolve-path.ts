import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errnoOf } from '../system-error.ts';

/** As many links as Linux itself follows in one path. */
const MAX_LINKS = 40;

/**
 * Where an access to `path` ends up: links resolved; what does not exist is appended to its nearest existing ancestor.
 * A link that points to nothing is followed too, for a write through it would land there.
 */
export const resolvePath = async (path: string, links = 0): Promise<string> => {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const [beside, target] = await Promise.all([resolvePath(dirname(path), links), readLinkIfAny(path)]);
  if (target === null) return join(beside, basename(path));
  if (links >= MAX_LINKS) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
  return resolvePath(resolve(beside, target), links + 1);
};

const readLinkIfAny = async (path: string): Promise<string | null> => {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
};
