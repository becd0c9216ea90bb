import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import type { RecordedRequest } from '../scripted-model/recorded-request.ts';
import type { ParsedReply } from '../scripted-model/script.ts';
import { invalidBytesMark } from '../scripted-model/script-text.ts';
import { bytesWithMarks, splitBytes } from '../scripted-model/split-bytes.ts';
import { bodyFrames, stepsOf } from '../scripted-model/steps.ts';
import type { Answered, HttpAnswer, Wire } from '../scripted-model/wire.ts';

const smallPieceChars = 64;

export interface Performance {
  readonly wire: Wire;
  readonly reply: ParsedReply;
  readonly answered: Answered;
  readonly response: ServerResponse;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  /** Called before the first byte. */
  onStart(): void;
}

/** Writes one reply to the socket, mishaps included. Rejects with the signal's reason when the client leaves. */
export async function playReply(performance: Performance): Promise<RecordedRequest['outcome']> {
  const { wire, reply, answered, response, signal } = performance;
  const delay = typeof reply.delayMs === 'number' ? { first: reply.delayMs, between: reply.delayMs } : reply.delayMs;
  if (reply.hang) await untilAborted(signal);
  if (delay.first > 0) await sleep(delay.first, undefined, { signal });
  if (reply.dropConnection) {
    response.socket?.destroy();
    return 'cut';
  }
  if (reply.error !== undefined) {
    performance.onStart();
    await sendAnswer(response, wire.failure(reply.error));
    return 'failed';
  }
  if (reply.errorInStream !== undefined && !answered.request.stream) {
    performance.onStart();
    await sendAnswer(response, wire.failure(reply.errorInStream));
    return 'failed';
  }
  const frames = framesOf(performance, delay.between);
  if (frames === null) {
    performance.onStart();
    await sendAnswer(response, wire.refusal({ message: 'This reply of the script never ends: ask for a stream.' }));
    return 'refused';
  }
  performance.onStart();
  response.writeHead(200, { ...frames.headers, ...reply.headers });
  response.flushHeaders();
  return await playSteps(performance, frames.frames, delay.between);
}

async function playSteps(
  { wire, reply, answered, response, signal }: Performance,
  frames: Iterable<{ readonly text: string }>,
  betweenMs: number,
): Promise<RecordedRequest['outcome']> {
  const { errorInStream } = reply;
  const fail = (sent: number) =>
    errorInStream === undefined ? null : wire.failureFrame(errorInStream, answered, sent);
  let offset = 0;
  for (const step of stepsOf(frames, reply, fail)) {
    if (step === 'cut') {
      response.socket?.destroy();
      return 'cut';
    }
    if (step === 'hang') return await untilAborted(signal);
    if (offset > 0 && betweenMs > 0) await sleep(betweenMs, undefined, { signal });
    const bytes = bytesWithMarks(step.write, invalidBytesMark, (text) => new TextEncoder().encode(text));
    for (const piece of splitBytes(bytes, reply.split, offset)) {
      await write(response, piece, signal);
      // Lets the loop turn, so that pieces arrive one by one and an endless text starves nobody.
      await nextTick();
    }
    offset += bytes.length;
  }
  await end(response);
  return errorInStream === undefined ? 'replied' : 'failed';
}

function framesOf(
  { wire, reply, answered }: Performance,
  betweenMs: number,
): { readonly frames: Iterable<{ readonly text: string }>; readonly headers: Readonly<Record<string, string>> } | null {
  if (answered.request.stream) {
    const headers = { ...wire.streamHeaders(answered.request), 'cache-control': 'no-cache' };
    return { frames: wire.frames(answered), headers };
  }
  const body = wire.whole(answered);
  if (body === null) return null;
  const isPieced = reply.cutAfterChunks !== undefined || reply.hangAfterChunks !== undefined || betweenMs > 0;
  return {
    frames: bodyFrames(body, reply.chunkChars ?? (isPieced ? smallPieceChars : undefined)),
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  };
}

/** Sends a whole answer. */
export async function sendAnswer(response: ServerResponse, answer: HttpAnswer): Promise<void> {
  response.writeHead(answer.status, answer.headers);
  await end(response, answer.body);
}

/** Ends the answer and waits until it is written or the client is gone. */
async function end(response: ServerResponse, body?: string): Promise<void> {
  if (response.destroyed) return;
  const over = Promise.race([once(response, 'finish'), once(response, 'close')]);
  response.end(body);
  await over;
}

/** Resolves when the bytes are handed over. Node never calls back once the socket is gone: the signal does. */
async function write(response: ServerResponse, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    response.write(bytes, (error) => {
      signal.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
