import { createRedactor, type Redactor } from '../guard/redact-stream.ts';
import type { Clock } from '../ports/clock.ts';
import type { BatchScope } from './call.ts';

const HOLD_BACK_MS = 100;

type Stream = 'stdout' | 'stderr';

export interface LiveOutput {
  emit(stream: Stream, text: string): void;
  /** Shows what was held back. What comes later is not shown: a reader has seen the result by then. */
  end(): void;
}

/** Output as it comes, through the credential filter; what is held back is shown after 100 ms at the latest. */
export function createLiveOutput(
  callId: string,
  { publish, clock }: { readonly publish: BatchScope['publish']; readonly clock: Pick<Clock, 'sleep'> },
): LiveOutput {
  // Made with the first output of a stream: most calls have none.
  const redactors = new Map<Stream, Redactor>();
  let waiting: AbortController | undefined;
  let isOver = false;

  const show = (stream: Stream, text: string): void => {
    if (text !== '') publish({ type: 'output', callId, stream, text });
  };
  const redactorOf = (stream: Stream): Redactor => {
    const known = redactors.get(stream);
    if (known) return known;
    const made = createRedactor();
    redactors.set(stream, made);
    return made;
  };
  async function showAged(): Promise<void> {
    waiting = new AbortController();
    try {
      await clock.sleep(HOLD_BACK_MS, waiting.signal);
    } catch {
      return; // the call has ended, and with it everything was shown
    }
    waiting = undefined;
    if (isOver) return;
    for (const [stream, redactor] of redactors) show(stream, redactor.flushAged());
  }

  return {
    emit(stream, text) {
      if (isOver) return;
      const redactor = redactorOf(stream);
      show(stream, redactor.push(text));
      if (redactor.isHolding && waiting === undefined) void showAged();
    },
    end() {
      isOver = true;
      waiting?.abort();
      for (const [stream, redactor] of redactors) show(stream, redactor.end().text);
    },
  };
}
