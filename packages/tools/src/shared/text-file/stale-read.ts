import type { Clock, ReadSet } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { changesSince } from './line-marks.ts';

/** Says that a file is no longer what the model read, and in which lines it differs where that can be told. */
export function staleReadFailure(
  file: { readonly shown: string; readonly real: string; readonly modifiedMs: number; readonly bytes: Uint8Array },
  { readSet, clock }: { readonly readSet: ReadSet; readonly clock: Clock },
): Failure {
  const marks = readSet.lineMarks?.(file.real);
  const changes = marks === undefined ? undefined : changesSince(marks, file.bytes);
  const seconds = Math.max(0, Math.round((clock.now() - file.modifiedMs) / 1000));
  const what = changes ?? `it now has ${file.bytes.length.toLocaleString('en')} bytes`;
  return {
    code: 'FILE_CHANGED_SINCE_READ',
    message: `${file.shown} was changed ${ago(seconds)}, after you read it: ${what}`,
    nextStep: 'Read it again, then repeat the change on what it now says',
  };
}

function ago(seconds: number): string {
  if (seconds < 120) return `${seconds} s ago`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`;
}
