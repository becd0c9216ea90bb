export { createLocalFiles } from './node/files/local-files.ts';
export { createLocalEnvironment, type LocalEnvironmentOptions } from './node/local-environment.ts';
export { createLocalProcesses, type LocalProcessesOptions } from './node/processes/local-processes.ts';
