import { type PoolWorker, startPoolWorker } from './pool-worker.ts';
import type { Task } from './task.ts';

export interface WorkerPoolOptions {
  readonly workerUrl: URL;
  readonly maxWorkers: number;
  /** A worker without work ends after so long. */
  readonly idleMs: number;
  readonly maxHeapMb: number;
}

export interface WorkerPool {
  add(task: Task): void;
  /** Ends the workers; what they run and what waits for them fails. */
  end(): Promise<void>;
}

interface Idle {
  readonly worker: PoolWorker;
  readonly timer: NodeJS.Timeout;
}

/** Workers that start when there is work, take turns with it, and end when there is none. */
export const createWorkerPool = ({ workerUrl, maxWorkers, idleMs, maxHeapMb }: WorkerPoolOptions): WorkerPool => {
  const waiting: Task[] = [];
  const workers = new Set<PoolWorker>();
  // The one that was busy last is taken first, so that the others get to end.
  const idle: Idle[] = [];

  const takeWorker = (): PoolWorker | null => {
    const rested = idle.pop();
    if (rested !== undefined) {
      clearTimeout(rested.timer);
      return rested.worker;
    }
    if (workers.size >= maxWorkers) return null;
    const worker = startPoolWorker(workerUrl, maxHeapMb);
    workers.add(worker);
    return worker;
  };

  const rest = (worker: PoolWorker): void => {
    const timer = setTimeout(() => {
      const place = idle.findIndex((entry) => entry.worker === worker);
      if (place >= 0) idle.splice(place, 1);
      workers.delete(worker);
      void worker.end();
    }, idleMs).unref();
    idle.push({ worker, timer });
  };

  /** Lets a worker take one task after the other. It has its next, or rests, before the caller hears of the last. */
  const work = async (worker: PoolWorker, first: Task): Promise<void> => {
    for (let task: Task | undefined = first; task !== undefined; ) {
      const finished: Task = task;
      const outcome = await worker.run(finished);
      task = undefined;
      if (!worker.isUsable()) workers.delete(worker);
      else {
        task = waiting.shift();
        if (task === undefined) rest(worker);
      }
      finished.settle(outcome);
    }
    startWork();
  };

  const startWork = (): void => {
    while (waiting.length > 0) {
      const worker = takeWorker();
      const task = worker === null ? undefined : waiting.shift();
      if (worker === null || task === undefined) return;
      void work(worker, task);
    }
  };

  return {
    add(task) {
      const { signal } = task;
      const giveUp = (): void => {
        const place = waiting.indexOf(queued);
        if (place < 0) return;
        waiting.splice(place, 1);
        task.settle({ error: signal?.reason });
      };
      const queued: Task = {
        ...task,
        settle(outcome) {
          signal?.removeEventListener('abort', giveUp);
          task.settle(outcome);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(queued);
      startWork();
    },
    async end() {
      for (const task of waiting.splice(0)) task.settle({ error: new Error('The workers were ended') });
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      const ending = [...workers];
      workers.clear();
      await Promise.all(ending.map((worker) => worker.end()));
    },
  };
};
