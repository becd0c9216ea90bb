export { createLocalFiles } from './node/files/local-files.ts';
export { createLocalEnvironment, type LocalEnvironmentOptions } from './node/local-environment.ts';
export { createLocalProcesses, type LocalProcessesOptions } from './node/processes/local-processes.ts';
export { createNodeHasher } from './node/time/node-hasher.ts';
export { createRandomIds } from './node/time/random-ids.ts';
export { createSystemClock } from './node/time/system-clock.ts';
export { type ComputeSettings, createCompute, type LocalCompute } from './node/workers/create-compute.ts';
export type { JobTable } from './node/workers/job-table.ts';
