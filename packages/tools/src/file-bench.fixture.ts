import { createWorkbench, type Workbench, type WorkbenchOptions } from '@toolstone/testing';
import { toolJobs } from './jobs.ts';

/** A workbench with the workers of the tools, closed afterwards whatever happens. */
export async function withBench(options: WorkbenchOptions, use: (bench: Workbench) => Promise<void>): Promise<void> {
  const bench = await createWorkbench({
    jobs: toolJobs,
    workerEntry: new URL('./tools-worker.fixture.ts', import.meta.url),
    ...options,
  });
  try {
    await use(bench);
  } finally {
    await bench.close();
  }
}
