import type { FileStat, Files } from '@toolstone/kernel';
import { PortError } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { distance } from 'fastest-levenshtein';
import type { Located } from './locate-file.ts';
import { baseName, displayPath, joinPath, parentPath } from './resolve-path.ts';

const MAX_SUGGESTIONS = 3;
/** Names beyond this many are not compared: a huge directory must not slow an error. */
const MAX_COMPARED_NAMES = 5000;

/** Says that nothing is at a path, with the names beside it that are nearly the same. */
export async function missingFailure(
  files: Pick<Files, 'list' | 'stat'>,
  file: Located,
  cwd: string,
): Promise<Failure> {
  const message = `there is no file ${file.shown}`;
  const directory = parentPath(file.path);
  const names = await listNames(files, directory);
  if (names === null) {
    return {
      code: 'FILE_NOT_FOUND',
      message: `${message}: its directory ${displayPath(directory, cwd)} does not exist`,
      nextStep: `The nearest directory that exists is ${displayPath(await nearestDirectory(files, directory), cwd)}; list it with read_file`,
    };
  }
  const near = nearNames(baseName(file.path), names).map((name) => displayPath(joinPath(directory, name), cwd));
  return {
    code: 'FILE_NOT_FOUND',
    message,
    nextStep:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : `Check the path; read_file ${displayPath(directory, cwd)} lists what is there`,
  };
}

/** Says why something that is not a regular file cannot be used as one. */
export function notRegularFailure(kind: Exclude<FileStat['kind'], 'file'>, shown: string): Failure {
  switch (kind) {
    case 'directory':
      return {
        code: 'PATH_IS_DIRECTORY',
        message: `${shown} is a directory`,
        nextStep: 'Name a file inside it; read_file on the directory lists what is there',
      };
    case 'fifo':
      return {
        code: 'PATH_IS_FIFO',
        message: `${shown} is a named pipe, which would wait for its other end`,
        nextStep: 'If it must be used, use bash with a short timeout',
      };
    case 'device':
      return {
        code: 'PATH_IS_DEVICE',
        message: `${shown} is a device, not a file`,
        nextStep: 'Name a regular file',
      };
    case 'socket':
      return {
        code: 'PATH_IS_SOCKET',
        message: `${shown} is a socket, not a file`,
        nextStep: 'Name a regular file',
      };
    case 'other':
      return {
        code: 'PATH_NOT_REGULAR',
        message: `${shown} is not a regular file`,
        nextStep: 'Name a regular file',
      };
  }
}

export function tooLargeFailure(shown: string, bytes: number, maxBytes: number, instead: string): Failure {
  return {
    code: 'FILE_TOO_LARGE',
    message: `${shown} has ${bytes.toLocaleString('en')} bytes; at most ${maxBytes.toLocaleString('en')} are possible here`,
    nextStep: instead,
  };
}

/** Names like the wanted one: the same but for case or extension, containing it, or a few letters away. Best first. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const lower = wanted.toLowerCase();
  const stem = lower.replace(/\.[^.]*$/, '');
  const scored = names.slice(0, MAX_COMPARED_NAMES).flatMap((name) => {
    const candidate = name.toLowerCase();
    if (candidate === lower) return [{ name, score: 0 }];
    if (stem !== '' && candidate.replace(/\.[^.]*$/, '') === stem) return [{ name, score: 1 }];
    const edits = distance(candidate, lower);
    if (edits <= Math.max(1, Math.floor(lower.length / 3))) return [{ name, score: 1 + edits }];
    return stem.length >= 3 && candidate.includes(stem) ? [{ name, score: 20 + edits }] : [];
  });
  return scored
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

async function listNames(files: Pick<Files, 'list'>, directory: string): Promise<readonly string[] | null> {
  try {
    return (await files.list(directory)).map(({ name }) => name);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    // A directory that may not be listed has no names to suggest; one that is missing is named by the caller.
    return error.code === 'NOT_FOUND' || error.code === 'NOT_A_DIRECTORY' ? null : [];
  }
}

async function nearestDirectory(files: Pick<Files, 'stat'>, directory: string): Promise<string> {
  let candidate = directory;
  while (candidate !== '/') {
    candidate = parentPath(candidate);
    if ((await statOrNull(files, candidate))?.kind === 'directory') return candidate;
  }
  return '/';
}

async function statOrNull(files: Pick<Files, 'stat'>, path: string): Promise<FileStat | null> {
  try {
    return await files.stat(path);
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return null; // what may not be looked at is not offered
  }
}
