import { PortError, type PortErrorCode } from '@toolstone/kernel';

const codes: Readonly<Record<string, readonly [PortErrorCode, string]>> = {
  ENOENT: ['NOT_FOUND', 'does not exist'],
  EACCES: ['FORBIDDEN', 'may not be accessed'],
  EPERM: ['FORBIDDEN', 'may not be accessed'],
  EISDIR: ['IS_DIRECTORY', 'is a directory'],
  ENOTDIR: ['NOT_A_DIRECTORY', 'lies below something that is not a directory'],
  EEXIST: ['NOT_A_DIRECTORY', 'is in the way'],
  EROFS: ['READ_ONLY', 'is on a read-only file system'],
  ENOSPC: ['NO_SPACE', 'does not fit: the disk is full'],
  EDQUOT: ['NO_SPACE', 'does not fit: the disk quota is used up'],
  EMFILE: ['UNAVAILABLE', 'cannot be opened: too many files are open'],
  ENFILE: ['UNAVAILABLE', 'cannot be opened: too many files are open'],
};

/** What a call of `node:fs` threw, as the ports say it. What the operating system did not say is a defect and stays. */
export function toSystemPortError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('errno' in error)) {
    return error;
  }
  const [code, words] = codes[error.code] ?? (['IO', `cannot be used: ${error.code}`] as const);
  return new PortError(code, `${path} ${words}`, { path, cause: error });
}
