import { serveJobs } from '@toolstone/host/serve-jobs';
import { kernelJobs } from '@toolstone/kernel/jobs';

serveJobs(kernelJobs);
