import type { JobTable } from '@toolstone/host';
import { kernelJobs } from '@toolstone/kernel/jobs';
import { toolJobs } from '@toolstone/tools/jobs';

/** Every job that may run in a worker; the program and its worker entry share this table. */
export const jobTable: JobTable = [...kernelJobs, ...toolJobs];
