import { serveJobs } from '@toolstone/host/serve-jobs';
import { kernelJobs } from '@toolstone/kernel/jobs';
import { toolJobs } from './jobs.ts';

/** The worker of tests: serves the jobs of the kernel and of the tools. */
serveJobs([...kernelJobs, ...toolJobs]);
