import { testTable } from './jobs.fixture.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(testTable);
