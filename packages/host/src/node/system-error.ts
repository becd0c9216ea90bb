import { PortError, type PortErrorCode } from '@toolstone/kernel';

/** The one place where the errors of the operating system get their meaning. */
const meanings: Readonly<Record<string, readonly [PortErrorCode, string]>> = {
  ENOENT: ['NOT_FOUND', 'does not exist'],
  ENAMETOOLONG: ['NOT_FOUND', 'cannot exist: the name is longer than the file system allows'],
  ELOOP: ['NOT_FOUND', 'leads nowhere: the symbolic links form a loop'],
  EACCES: ['FORBIDDEN', 'may not be accessed'],
  EPERM: ['FORBIDDEN', 'may not be accessed'],
  ETXTBSY: ['FORBIDDEN', 'is a program that is running'],
  EISDIR: ['IS_DIRECTORY', 'is a directory'],
  ENOTDIR: ['NOT_A_DIRECTORY', 'lies below something that is not a directory'],
  EEXIST: ['NOT_A_DIRECTORY', 'is in the way: it exists and is no directory'],
  ENXIO: ['NOT_A_FILE', 'is not a regular file'],
  ENODEV: ['NOT_A_FILE', 'is not a regular file'],
  ENOEXEC: ['NOT_A_FILE', 'is not a program that this system can run'],
  EROFS: ['READ_ONLY', 'is on a read-only file system'],
  ENOSPC: ['NO_SPACE', 'does not fit: the disk is full'],
  EDQUOT: ['NO_SPACE', 'does not fit: the disk quota is used up'],
  EFBIG: ['TOO_LARGE', 'would be larger than the system allows'],
  E2BIG: ['TOO_LARGE', 'cannot be started: its arguments and environment are longer than the system allows'],
  EMFILE: ['UNAVAILABLE', 'cannot be opened: too many files are open'],
  ENFILE: ['UNAVAILABLE', 'cannot be opened: too many files are open'],
  EAGAIN: ['UNAVAILABLE', 'cannot be used now: it has nothing ready, or the system has no resources left for it'],
  ENOMEM: ['UNAVAILABLE', 'cannot be used now: the system has no memory left for it'],
  EBUSY: ['IO', 'is in use'],
  EPIPE: ['IO', 'is closed at the other end'],
  EIO: ['IO', 'cannot be used: the device reports an error'],
  ESTALE: ['IO', 'is lost to the network file system'],
};

/** The operating system's code of an error, such as `ENOENT`; null where the error is not its. */
export const errnoOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
    ? error.code
    : null;

/**
 * What a system call threw, as the ports say it; `subject` is the path or program that it was about. What the operating
 * system did not say is a defect and stays as it is.
 */
export function toSystemPortError(error: unknown, subject: string): unknown {
  if (isNulRefusal(error)) {
    const shown = subject.replaceAll('\0', '\\0');
    return new PortError('NOT_FOUND', `${shown} cannot exist: it contains a NUL character`, { cause: error });
  }
  const errno = errnoOf(error);
  if (errno === null) return error;
  const [code, words] = meanings[errno] ?? (['IO', `cannot be used: ${errno}`] as const);
  return new PortError(code, `${subject} ${words}`, { path: subject, cause: error });
}

/** Runs calls whose errors are about `subject`. */
export const withSystemPortErrors = async <T>(subject: string, run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw toSystemPortError(error, subject);
  }
};

/** Node's own refusal of a string that no system call can take. */
export const isNulRefusal = (error: unknown): boolean =>
  error instanceof TypeError &&
  'code' in error &&
  error.code === 'ERR_INVALID_ARG_VALUE' &&
  error.message.includes('null bytes');
