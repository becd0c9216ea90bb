import type { Readable } from 'node:stream';
import type { OutputChunk } from '@toolstone/kernel';

/** Held for a reader that is behind; beyond it the pipes are not read, and the process waits. */
const HIGH_WATER_BYTES = 256 * 1024;
const LOW_WATER_BYTES = 64 * 1024;
/** A pipe without data in so many turns of the event loop holds none; data that is there comes in the first. */
const QUIET_TURNS = 3;
/** A turn reads up to 2 MB of a pipe and the kernel holds far less: more comes from a writer who is not ours to wait for. */
const MAX_TURNS = 64;

export interface OutputQueue {
  readonly output: AsyncIterable<OutputChunk>;
  /** Reads what the pipes hold now that their process is gone, closes them and ends the output. */
  finish(): Promise<void>;
}

/** The output of two pipes in the order in which it arrived, for one reader. */
export const createOutputQueue = (pipes: { readonly stdout: Readable; readonly stderr: Readable }): OutputQueue => {
  const chunks: OutputChunk[] = [];
  const streams = [pipes.stdout, pipes.stderr];
  let queuedBytes = 0;
  let receivedBytes = 0;
  const open = new Set(streams);
  let isFinishing = false;
  let isFinished = false;
  let isAbandoned = false;
  let wake: (() => void) | null = null;

  const notify = (): void => {
    wake?.();
    wake = null;
  };

  const listen = (name: OutputChunk['stream'], stream: Readable): void => {
    stream.on('data', (bytes: Uint8Array) => {
      receivedBytes += bytes.length;
      if (isAbandoned) return;
      chunks.push({ stream: name, bytes });
      queuedBytes += bytes.length;
      if (queuedBytes >= HIGH_WATER_BYTES && !isFinishing) for (const each of streams) each.pause();
      notify();
    });
    // A pipe that has been read to its end is closed some turns later; one that breaks is closed without an end.
    for (const event of ['end', 'close']) stream.once(event, () => open.delete(stream));
    // A pipe that breaks has no more to say than one that ends.
    stream.on('error', () => undefined);
  };
  listen('stdout', pipes.stdout);
  listen('stderr', pipes.stderr);

  const take = async (): Promise<OutputChunk | null> => {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        queuedBytes -= chunk.bytes.length;
        if (queuedBytes < LOW_WATER_BYTES) for (const each of streams) if (each.isPaused()) each.resume();
        return chunk;
      }
      if (isFinished || isAbandoned) return null;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  return {
    output: {
      [Symbol.asyncIterator]: () => ({
        async next() {
          const value = await take();
          return value === null ? { done: true, value: undefined } : { done: false, value };
        },
        /** A reader that stops early lets the process go on: the rest is read and dropped. */
        async return() {
          isAbandoned = true;
          chunks.length = 0;
          for (const each of streams) each.resume();
          return { done: true, value: undefined };
        },
      }),
    },
    async finish() {
      isFinishing = true;
      for (const each of streams) each.resume();
      for (let turn = 0, quiet = 0; open.size > 0 && quiet < QUIET_TURNS && turn < MAX_TURNS; turn += 1) {
        const before = receivedBytes;
        await new Promise(setImmediate);
        quiet = receivedBytes === before ? quiet + 1 : 0;
      }
      for (const each of streams) each.destroy();
      isFinished = true;
      notify();
    },
  };
};
