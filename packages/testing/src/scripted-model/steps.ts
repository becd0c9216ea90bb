import type { ParsedReply } from './script.ts';
import type { Frame } from './wire.ts';

/** What happens next on the socket. */
export type Step = { readonly write: string } | 'cut' | 'hang';

type Mishaps = Pick<ParsedReply, 'cutAfterChunks' | 'hangAfterChunks' | 'endWithoutFinish' | 'errorInStream'>;

/** The events of an answer with the mishaps of the script among them. `fail` makes the error event. */
export function* stepsOf(
  frames: Iterable<Frame>,
  mishaps: Mishaps,
  fail: (sent: number) => Frame | null,
): Generator<Step> {
  let sent = 0;
  for (const frame of frames) {
    if (sent === mishaps.cutAfterChunks) break;
    if (sent === mishaps.hangAfterChunks) {
      yield 'hang';
      return;
    }
    const { errorInStream } = mishaps;
    if (errorInStream !== undefined && (sent === errorInStream.afterChunks || frame.isFinish === true)) {
      const failure = fail(sent);
      if (failure !== null) yield { write: failure.text };
      return;
    }
    if (mishaps.endWithoutFinish && frame.isFinish === true) return;
    yield { write: frame.text };
    sent += 1;
  }
  if (mishaps.cutAfterChunks !== undefined) yield 'cut';
  else if (mishaps.hangAfterChunks !== undefined) yield 'hang';
}

/** A body without streaming, in one piece, or in small ones where the script wants to stop or wait in between. */
export function* bodyFrames(body: string, pieceChars: number | undefined): Generator<Frame> {
  const size = pieceChars ?? Math.max(1, body.length);
  for (let start = 0; start < body.length; start += size) yield { text: body.slice(start, start + size) };
}
