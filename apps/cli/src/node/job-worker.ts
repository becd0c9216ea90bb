import { serveJobs } from '@toolstone/host/serve-jobs';
import { jobTable } from './job-table.ts';

serveJobs(jobTable);
