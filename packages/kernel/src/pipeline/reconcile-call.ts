import type { Files } from '../ports/environment.ts';
import type { Outcome } from '../tool/result.ts';
import type { PriorCall } from './call.ts';
import { isRepeatable } from './is-repeatable.ts';

/**
 * What became of a call that had started when the process died. Undefined where it may simply run again. A write whose
 * content was known beforehand is told by the file itself; of everything else the effect stays unknown, and it is never run again.
 */
export async function reconcile(
  started: Extract<PriorCall, { status: 'started' }>,
  files: Pick<Files, 'hash'>,
): Promise<Outcome | undefined> {
  if (isRepeatable(started.effects)) return undefined;
  const writes = started.touches.filter(({ access }) => access === 'write');
  // Files prove a call only where all that it would do is to write them, with a content that was known.
  const isProvable = started.effects === 'write' && writes.every(({ after }) => after !== undefined);
  if (!isProvable || writes.length === 0) return lost;
  const states = await Promise.all(
    writes.map(async ({ path, before, after }) => {
      const now = await files.hash(path).catch(() => undefined);
      return now === after ? 'after' : now === before ? 'before' : 'other';
    }),
  );
  const changes = writes.flatMap(({ path, before = 'absent', after = 'absent' }, index) =>
    states[index] === 'after' ? [{ path, before, after }] : [],
  );
  if (changes.length === writes.length) return { status: 'ok', effect: 'committed', changes, parts: [found] };
  if (states.every((state) => state === 'before')) return undefined;
  // What is proven is on record also where the rest is not known: it can be taken back.
  const more = changes.length > 0 && { changes };
  return states.includes('other') ? { ...lost, ...more } : { ...halfDone, ...more };
}

const found = {
  type: 'text',
  text: 'The program was interrupted while this ran; the file holds what was to be written.',
} as const;

const halfDone: Outcome = {
  status: 'failed',
  effect: 'partial',
  parts: [],
  failure: {
    code: 'CALL_INTERRUPTED',
    message: 'the program ended while this ran: some files hold what was to be written, the others are as they were',
    nextStep: 'It was not run again. Read the files before you go on',
  },
};

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
