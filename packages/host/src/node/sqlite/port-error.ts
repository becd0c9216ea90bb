import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { PortError } from '@toolstone/kernel';

const primaryCodes: Readonly<Record<number, string>> = {
  5: 'BUSY',
  6: 'LOCKED',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  19: 'CONSTRAINT',
  26: 'NOTADB',
};

/** SQLite's own code (`SQLITE_FULL` → `FULL`, `SQLITE_IOERR_WRITE` → `IOERR`) in what either engine threw. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    const primary = error.errcode & 0xff;
    return primaryCodes[primary] ?? String(primary);
  }
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_')) {
    return error.code.split('_')[1];
  }
  return undefined;
}

/** What an engine threw, as the ports say it. What did not come from SQLite is a defect and stays as it is. */
export function toPortError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const options = { path: file, cause: error };
  switch (code) {
    case 'FULL':
      return new PortError('NO_SPACE', `the disk of ${file} is full; nothing was written`, options);
    case 'READONLY':
      return new PortError('READ_ONLY', `${file} cannot be written`, options);
    case 'CORRUPT':
    case 'NOTADB':
      return damaged(error, file);
    case 'BUSY':
    case 'LOCKED':
      return new PortError('UNAVAILABLE', `${file} is locked by another process`, {
        ...options,
        nextStep: 'Try again in a moment; if it stays so, look for a process that holds the file open',
      });
    case 'CANTOPEN':
      return new PortError('FORBIDDEN', `${file} cannot be opened`, {
        ...options,
        nextStep: `Check that ${dirname(file)} exists, belongs to you and can be written`,
      });
    case 'IOERR':
      // A full disk shows as a plain I/O error where SQLite maps its shared memory.
      return isDiskFull(file)
        ? new PortError('NO_SPACE', `the disk of ${file} is full; nothing was written`, options)
        : new PortError('IO', `reading or writing ${file} failed: ${messageOf(error)}`, options);
    default:
      return error;
  }
}

const damaged = (error: unknown, file: string): PortError =>
  new PortError('IO', `the database ${file} is damaged (${messageOf(error)}); nothing was changed or deleted`, {
    path: file,
    cause: error,
    nextStep: `Move it and, where they exist, ${file}-wal and ${file}-shm to another folder and start again with an empty one. There, \`sqlite3 FILE .recover\` may bring back what it held; a copy from before an update ends in .before-vN`,
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function isDiskFull(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail < 16;
  } catch {
    return false; // the directory itself is unreadable: not a question of space
  }
}
