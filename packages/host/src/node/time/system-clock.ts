import type { Clock } from '@toolstone/kernel';

/** `setTimeout` fires at once for more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export const createSystemClock = (): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const until = performance.now() + ms;
    do {
      await wait(Math.min(until - performance.now(), MAX_TIMER_MS), signal);
    } while (performance.now() < until - 1);
  },
});

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
