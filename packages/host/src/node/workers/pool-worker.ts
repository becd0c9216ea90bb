import { Worker } from 'node:worker_threads';
import { DeadlineError } from '@toolstone/kernel';
import { fromSentError, type WorkerMessage } from './messages.ts';
import type { Outcome, Task } from './task.ts';

/** A worker is ready in some 30 ms; one that is not after this long has a defect in its file. */
const START_MS = 20_000;

export interface PoolWorker {
  /** Runs one task at a time and gives what came of it; the caller settles the task. */
  run(task: Task): Promise<Outcome>;
  /** Whether it can take another task. */
  isUsable(): boolean;
  end(): Promise<void>;
}

/** One thread. It keeps the process alive only while it has a task. */
export const startPoolWorker = (workerUrl: URL, maxHeapMb: number): PoolWorker => {
  const worker = new Worker(workerUrl, {
    // Jobs are pure: neither the flags of this process nor its secrets are any business of theirs.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let jobs: readonly string[] | null = null;
  let failure: Outcome | null = null;
  let finish: ((outcome: Outcome) => void) | null = null;
  let becomeReady: (() => void) | null = null;

  const fail = (error: unknown): void => {
    failure ??= { error };
    finish?.(failure);
    becomeReady?.();
    void worker.terminate();
  };
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') {
      jobs = message.jobs;
      becomeReady?.();
    } else finish?.(message.kind === 'done' ? { output: message.output } : { error: fromSentError(message.error) });
  });
  worker.on('messageerror', fail);
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The worker ended with code ${code} before its job did`)));

  const untilReady = async (): Promise<void> => {
    if (jobs !== null || failure !== null) return;
    const timer = setTimeout(() => fail(new Error(`The worker was not ready within ${START_MS} ms`)), START_MS);
    await new Promise<void>((resolve) => {
      becomeReady = resolve;
    });
    clearTimeout(timer);
  };

  const post = ({ request, transfer, deadlineMs, signal }: Task): Promise<Outcome> =>
    new Promise((resolve) => {
      const overdue = `The job ${request.name} did not end within ${deadlineMs} ms`;
      const timer = setTimeout(() => fail(new DeadlineError(overdue)), deadlineMs);
      const abort = (): void => fail(signal?.reason);
      finish = (outcome) => {
        finish = null;
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        resolve(outcome);
      };
      signal?.addEventListener('abort', abort, { once: true });
      try {
        worker.postMessage(request, transfer);
      } catch (error) {
        finish({ error }); // an input that cannot be cloned is the caller's error; the worker never saw it
      }
    });

  return {
    async run(task) {
      worker.ref();
      try {
        await untilReady();
        if (failure !== null) return failure;
        if (task.signal?.aborted) return { error: task.signal.reason };
        if (jobs?.includes(task.request.name)) return await post(task);
        return { error: new Error(`The worker file has no job "${task.request.name}": build it again`) };
      } finally {
        worker.unref();
      }
    },
    isUsable: () => failure === null,
    async end() {
      fail(new Error('The workers were ended'));
      await worker.terminate();
    },
  };
};
