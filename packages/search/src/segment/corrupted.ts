import { EsError } from '../error/es-error.ts';

/** What is thrown for a file of an index that does not hold what was written to it. */
export const corruptedFile = (file: string, what: string): EsError =>
  new EsError({
    type: 'corrupt_index_exception',
    status: 500,
    reason: `${what} (resource=${file}); restore the file from a copy, or remove the index and index its documents again`,
  });

export const isCorruptedFile = (error: unknown): boolean =>
  error instanceof EsError && error.details.type === 'corrupt_index_exception';
