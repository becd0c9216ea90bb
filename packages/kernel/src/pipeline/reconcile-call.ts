import type { Files } from '../ports/environment.ts';
import type { Outcome } from '../tool/result.ts';
import type { PriorCall } from './call.ts';
import { isRepeatable } from './execute-call.ts';

/**
 * What became of a call that had started when the process died. Undefined where it may simply run again. A write whose
 * content was known beforehand is told by the file itself; of everything else the effect stays unknown, and it is never run again.
 */
export async function reconcile(
  started: Extract<PriorCall, { status: 'started' }>,
  files: Pick<Files, 'hash'>,
): Promise<Outcome | undefined> {
  if (isRepeatable(started.effects)) return undefined;
  const writes = started.touches.filter(({ access, after }) => access === 'write' && after !== undefined);
  if (writes.length === 0) return lost;
  const states = await Promise.all(
    writes.map(async ({ path, before, after }) => {
      const now = await files.hash(path).catch(() => undefined);
      return now === after ? 'after' : now === before ? 'before' : 'other';
    }),
  );
  if (states.every((state) => state === 'after')) {
    return {
      status: 'ok',
      effect: 'committed',
      changes: writes.map(({ path, before = 'absent', after = 'absent' }) => ({ path, before, after })),
      parts: [
        { type: 'text', text: 'The program was interrupted while this ran; the file holds what was to be written.' },
      ],
    };
  }
  if (states.every((state) => state === 'before')) return undefined;
  return lost;
}

const lost: Outcome = {
  status: 'failed',
  effect: 'unknown',
  parts: [],
  failure: {
    code: 'CALL_INTERRUPTED',
    message: 'the program ended while this ran; what it did is not known',
    nextStep: 'It was not run again. Check the state of things before you repeat it',
  },
};
