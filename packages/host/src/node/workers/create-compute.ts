import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Compute, ComputeOptions, Job } from '@toolstone/kernel';
import { indexJobs, type JobTable } from './job-table.ts';
import type { Outcome } from './task.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Up to here a job takes less time than its way to a worker and back. */
const INLINE_BYTES = 64 * 1024;
const IDLE_MS = 10_000;
const MAX_WORKERS = 4;
const MAX_HEAP_MB = 1024;

export interface ComputeSettings {
  /** The file whose code calls `serveJobs` with the same table. */
  readonly workerUrl: URL;
  readonly table: JobTable;
  /** One for each processor and four at most when absent. */
  readonly maxWorkers?: number;
  /** Ten seconds when absent. */
  readonly idleMs?: number;
  /** Of one worker, 1024 when absent: a job that wants more ends, and not the whole process. */
  readonly maxHeapMb?: number;
}

export interface LocalCompute extends Compute {
  /** Ends the workers that are left; what they run is rejected. */
  end(): Promise<void>;
}

/**
 * Compute over worker threads. Throws where the worker file is missing, for every large job would fail later. The
 * deadline of a job counts from its start in a worker, not from its place in the queue, which ends because every job
 * before it has a deadline. An inline job has none.
 */
export const createCompute = ({ workerUrl, table, maxWorkers, idleMs, maxHeapMb }: ComputeSettings): LocalCompute => {
  const path = fileURLToPath(workerUrl);
  if (!existsSync(path)) throw new Error(`The worker file ${path} is missing: build the project (npm run build)`);
  const jobs = indexJobs(table);
  const pool = createWorkerPool({
    workerUrl,
    maxWorkers: maxWorkers ?? Math.min(MAX_WORKERS, availableParallelism()),
    idleMs: idleMs ?? IDLE_MS,
    maxHeapMb: maxHeapMb ?? MAX_HEAP_MB,
  });
  return {
    async run<Input, Output>(job: Job<Input, Output>, input: Input, options: ComputeOptions): Promise<Output> {
      const { signal, deadlineMs, bytes, isolate = false, transfer = [] } = options;
      signal?.throwIfAborted();
      // Found out on the short way too, or only large inputs would show that a job is not in the worker.
      if (jobs.get(job.name) !== job) throw new Error(`The job "${job.name}" is not in the table of the workers`);
      if (bytes < INLINE_BYTES && !isolate) return await job.run(input);
      const output = await new Promise<unknown>((resolve, reject) => {
        const settle = (outcome: Outcome): void => {
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.output);
        };
        pool.add({ request: { name: job.name, input }, transfer, deadlineMs, signal, settle });
      });
      // The worker ran this very job, by name and out of the same table.
      return output as Output;
    },
    end: () => pool.end(),
  };
};
