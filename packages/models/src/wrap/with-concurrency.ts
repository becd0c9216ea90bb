import type { Lane } from '@toolstone/kernel';

/** At most `limit` replies at once on this lane; the others wait in the order in which they came. */
export function withConcurrency<L extends Lane>(lane: L, limit: number): L {
  const gate = createGate(limit);
  return {
    ...lane,
    async *stream(request: Parameters<L['stream']>[0], signal: AbortSignal) {
      const leave = await gate.enter(signal);
      try {
        yield* lane.stream(request, signal);
      } finally {
        leave();
      }
    },
  };
}

interface Waiting {
  readonly admit: () => void;
}

export function createGate(limit: number) {
  let inside = 0;
  const queue: Waiting[] = [];

  function leaveOnce(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      // The place passes on without becoming free, so that nobody can slip in before the one who waits.
      const next = queue.shift();
      if (next === undefined) inside -= 1;
      else next.admit();
    };
  }

  return {
    /** Waits for a place and gives the function that frees it. Rejects with the signal's reason. */
    enter(signal: AbortSignal): Promise<() => void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (inside < limit) {
          inside += 1;
          resolve(leaveOnce());
          return;
        }
        const waiting: Waiting = {
          admit: () => {
            signal.removeEventListener('abort', onAbort);
            resolve(leaveOnce());
          },
        };
        const onAbort = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
      });
    },
  };
}
