import { Worker } from 'node:worker_threads';
import { DeadlineError } from '@toolstone/kernel';
import { fromSentError, type JobRequest, type WorkerMessage } from './messages.ts';

/** A worker is ready in some 30 ms; one that is not after this long has a defect in its file. */
const START_MS = 20_000;
/** A job that wants more ends with its worker, not with the whole process. */
const MAX_HEAP_MB = 1024;

export interface Task {
  readonly request: JobRequest;
  readonly transfer: readonly ArrayBuffer[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface PoolWorker {
  /** Runs one task; settles when the worker can take another, or with false where it has ended. */
  run(task: Task): Promise<boolean>;
  end(): Promise<void>;
}

interface Running {
  settle(outcome: { readonly output: unknown } | { readonly error: unknown }): void;
}

/** One thread that runs one task at a time. It keeps the process alive only while it has one. */
export const startPoolWorker = (workerUrl: URL): PoolWorker => {
  const worker = new Worker(workerUrl, {
    // Jobs are pure: neither the flags of this process nor its secrets are any business of theirs.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let running: Running | null = null;
  let hasEnded = false;

  const fail = (error: unknown): void => {
    hasEnded = true;
    running?.settle({ error });
    ready.reject(error);
    void worker.terminate();
  };

  const ready = deferred<readonly string[]>();
  ready.promise.catch(() => undefined); // whoever waits for it sees it
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') ready.resolve(message.jobs);
    else if (message.kind === 'done') running?.settle({ output: message.output });
    else running?.settle({ error: fromSentError(message.error) });
  });
  worker.on('messageerror', fail);
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The worker ended with code ${code} in the middle of a job`)));

  const post = ({ request, transfer, deadlineMs, signal, resolve, reject }: Task): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(() => {
        fail(new DeadlineError(`The job ${request.name} did not end within ${deadlineMs} ms`));
      }, deadlineMs);
      const abort = (): void => fail(signal?.reason);
      running = {
        settle(outcome) {
          running = null;
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.output);
          done();
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      try {
        worker.postMessage(request, transfer);
      } catch (error) {
        running.settle({ error }); // an input that cannot be cloned is the caller's error; the worker never saw it
      }
    });

  return {
    async run(task) {
      worker.ref();
      try {
        const jobs = await withDeadline(ready.promise, START_MS, fail);
        if (task.signal?.aborted) task.reject(task.signal.reason);
        else if (!jobs.includes(task.request.name)) {
          task.reject(new Error(`The worker file has no job "${task.request.name}": build it again`));
        } else await post(task);
      } catch (error) {
        task.reject(error);
      }
      worker.unref();
      return !hasEnded;
    },
    async end() {
      hasEnded = true;
      await worker.terminate();
    },
  };
};

const withDeadline = async <T>(promise: Promise<T>, ms: number, fail: (error: Error) => void): Promise<T> => {
  const timer = setTimeout(() => fail(new Error(`The worker was not ready within ${ms} ms`)), ms);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve: (value) => resolve(value), reject: (error) => reject(error) };
};
