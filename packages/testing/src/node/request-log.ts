import type { RecordedLookup, RecordedRequest } from '../scripted-model/recorded-request.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A request that is still being answered. */
export type OpenRequest = Mutable<RecordedRequest>;

export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  readonly lookups: readonly RecordedLookup[];
  add(request: Omit<RecordedRequest, 'index' | 'startedAt' | 'repliedAt' | 'outcome' | 'problem'>): OpenRequest;
  addLookup(lookup: RecordedLookup): void;
  /** Resolves when `count` requests have arrived. Rejects with the signal's reason, or when the log is closed. */
  waitFor(count: number, signal?: AbortSignal): Promise<readonly RecordedRequest[]>;
  close(): void;
}

interface Waiter {
  readonly count: number;
  resolve(): void;
  reject(reason: unknown): void;
}

export function createRequestLog(): RequestLog {
  const requests: RecordedRequest[] = [];
  const lookups: RecordedLookup[] = [];
  const waiters = new Set<Waiter>();
  let isClosed = false;
  return {
    requests,
    lookups,
    add: (request) => {
      const open: OpenRequest = {
        ...request,
        index: requests.length,
        startedAt: undefined,
        repliedAt: undefined,
        outcome: 'pending',
        problem: undefined,
      };
      requests.push(open);
      for (const waiter of waiters) if (requests.length >= waiter.count) waiter.resolve();
      return open;
    },
    addLookup: (lookup) => {
      lookups.push(lookup);
    },
    waitFor: async (count, signal) => {
      signal?.throwIfAborted();
      if (requests.length >= count) return requests;
      if (isClosed) throw closedError(requests.length, count);
      await new Promise<void>((resolve, reject) => {
        const settle = (outcome: () => void) => (): void => {
          waiters.delete(waiter);
          signal?.removeEventListener('abort', onAbort);
          outcome();
        };
        const onAbort = settle(() => reject(signal?.reason));
        const waiter: Waiter = {
          count,
          resolve: settle(resolve),
          reject: (reason) => settle(() => reject(reason))(),
        };
        waiters.add(waiter);
        signal?.addEventListener('abort', onAbort, { once: true });
      });
      return requests;
    },
    close: () => {
      isClosed = true;
      for (const waiter of waiters) waiter.reject(closedError(requests.length, waiter.count));
    },
  };
}

function closedError(arrived: number, wanted: number): Error {
  return new Error(`The scripted model was closed after ${arrived} of ${wanted} awaited requests.`);
}
