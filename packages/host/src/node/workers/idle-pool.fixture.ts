import { pathToFileURL } from 'node:url';
import { createCompute } from './create-compute.ts';
import { testJobs, testTable } from './jobs.fixture.ts';

/* A process that uses a worker once and has nothing else to do. Argument: the worker file. */
const compute = createCompute({
  workerUrl: pathToFileURL(process.argv[2] ?? ''),
  table: testTable,
  idleMs: 86_400_000,
});
const doubled = await compute.run(testJobs.double, 21, { bytes: 1, deadlineMs: 60_000, isolate: true });
process.stdout.write(`${doubled}\n`);
