import { PortError, type PortErrorCode } from '@toolstone/kernel';

interface Meaning {
  readonly code: PortErrorCode;
  readonly says: string;
}

/** The one place where the errors of the operating system get their meaning. */
const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { code: 'NOT_FOUND', says: 'nothing is there' },
  ENOTDIR: { code: 'NOT_A_DIRECTORY', says: 'a part of the path is not a directory' },
  EISDIR: { code: 'IS_DIRECTORY', says: 'it is a directory' },
  EACCES: { code: 'FORBIDDEN', says: 'permission denied' },
  EPERM: { code: 'FORBIDDEN', says: 'the operation is not permitted' },
  ETXTBSY: { code: 'FORBIDDEN', says: 'the file is a program that is running' },
  EROFS: { code: 'READ_ONLY', says: 'the file system is read-only' },
  ENOSPC: { code: 'NO_SPACE', says: 'no space is left on the disk' },
  EDQUOT: { code: 'NO_SPACE', says: 'the disk quota is used up' },
  EFBIG: { code: 'TOO_LARGE', says: 'the file would be larger than the system allows' },
  E2BIG: { code: 'TOO_LARGE', says: 'the arguments and the environment are longer than the system allows' },
  ENAMETOOLONG: { code: 'NOT_FOUND', says: 'the name is longer than the file system allows' },
  ELOOP: { code: 'NOT_FOUND', says: 'the symbolic links form a loop' },
  ENXIO: { code: 'NOT_A_FILE', says: 'it is not a regular file' },
  ENODEV: { code: 'NOT_A_FILE', says: 'it is not a regular file' },
  EEXIST: { code: 'CHANGED', says: 'something is there already' },
  EMFILE: { code: 'UNAVAILABLE', says: 'this process has too many open files' },
  ENFILE: { code: 'UNAVAILABLE', says: 'the system has too many open files' },
  EAGAIN: { code: 'UNAVAILABLE', says: 'the system has no resources for it right now' },
  ENOMEM: { code: 'UNAVAILABLE', says: 'the system has no memory for it' },
  ENOEXEC: { code: 'NOT_A_FILE', says: 'it is not a program that this system can run' },
  EBUSY: { code: 'IO', says: 'it is in use' },
  EPIPE: { code: 'IO', says: 'the other end is closed' },
  EIO: { code: 'IO', says: 'the device reported an error' },
  ESTALE: { code: 'IO', says: 'the network file system lost the file' },
  // What Node itself says to a path or an argument with a NUL character, which no system call can take.
  ERR_INVALID_ARG_VALUE: { code: 'NOT_FOUND', says: 'it contains a NUL character' },
};

/** The `code` of an error of the operating system; null where it has none. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/**
 * The error that a port rejects with for an error of the operating system. `subject` is the path or program that it
 * is about. What is no error of the operating system is a defect and comes back as it is.
 */
export const portErrorFrom = (error: unknown, subject: string): unknown => {
  if (error instanceof PortError) return error;
  const errno = errnoOf(error);
  if (errno === null) return error;
  const meaning = meanings[errno];
  if (meaning === undefined && !/^E[A-Z0-9]+$/.test(errno)) return error;
  const shown = JSON.stringify(subject).slice(1, -1);
  return new PortError(meaning?.code ?? 'IO', `${shown}: ${meaning?.says ?? `the system reported ${errno}`}`, {
    path: subject,
    cause: error,
  });
};

/** Runs a piece of input and output whose errors are about `subject`. */
export const withPortErrors = async <T>(subject: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw portErrorFrom(error, subject);
  }
};
