import { type PoolWorker, startPoolWorker, type Task } from './pool-worker.ts';

export interface WorkerPoolOptions {
  readonly workerUrl: URL;
  readonly maxWorkers: number;
  /** A worker without work ends after so long. */
  readonly idleMs: number;
}

export interface WorkerPool {
  add(task: Task): void;
  end(): Promise<void>;
}

interface Idle {
  readonly worker: PoolWorker;
  readonly timer: NodeJS.Timeout;
}

/** Workers that start when there is work, take turns with it, and end when there is none. */
export const createWorkerPool = ({ workerUrl, maxWorkers, idleMs }: WorkerPoolOptions): WorkerPool => {
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
    const worker = startPoolWorker(workerUrl);
    workers.add(worker);
    return worker;
  };

  const rest = (worker: PoolWorker): void => {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.worker === worker),
        1,
      );
      workers.delete(worker);
      void worker.end();
    }, idleMs).unref();
    idle.push({ worker, timer });
  };

  const work = async (worker: PoolWorker): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      if (await worker.run(task)) continue;
      workers.delete(worker);
      return startWork();
    }
    rest(worker);
  };

  const startWork = (): void => {
    if (waiting.length === 0) return;
    const worker = takeWorker();
    if (worker !== null) void work(worker);
  };

  return {
    add(task) {
      const { signal } = task;
      const giveUp = (): void => {
        const index = waiting.indexOf(queued);
        if (index < 0) return;
        waiting.splice(index, 1);
        task.reject(signal?.reason);
      };
      const leave = (): void => signal?.removeEventListener('abort', giveUp);
      const queued: Task = {
        ...task,
        resolve(output) {
          leave();
          task.resolve(output);
        },
        reject(error) {
          leave();
          task.reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.push(queued);
      startWork();
    },
    async end() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      const ending = [...workers];
      workers.clear();
      await Promise.all(ending.map((worker) => worker.end()));
    },
  };
};
