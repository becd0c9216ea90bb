import { guardText } from './guard/guard-text.ts';
import { defineJob } from './ports/compute.ts';

/** `guardText` in a worker: masks and annotates the whole of an output. */
export const guardTextJob = defineJob({ name: 'guard-text', run: guardText });

/** Every job of the kernel, for the table of a worker. */
export const kernelJobs = [guardTextJob] as const;
