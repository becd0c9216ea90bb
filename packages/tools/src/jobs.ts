import { compareTextsJob } from './diff-file/jobs.ts';
import { applyEditJob, planEditJob } from './edit-file/jobs.ts';
import { documentJob } from './shared/documents/document-job.ts';
import { imageJob } from './shared/images/image-job.ts';
import { filterLinesJob } from './shared/line-filter/filter-lines-job.ts';
import { grepTextJob } from './workspace-read/grep-text-job.ts';
import { selectJsonJob } from './workspace-read/select-json-job.ts';
import { applyWriteJob, planWriteJob } from './write-file/jobs.ts';

/** Every job of the tools, for the table of a worker. */
export const toolJobs = [
  filterLinesJob,
  grepTextJob,
  selectJsonJob,
  planEditJob,
  applyEditJob,
  planWriteJob,
  applyWriteJob,
  compareTextsJob,
  imageJob,
  documentJob,
] as const;
