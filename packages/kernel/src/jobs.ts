import { guardText } from './guard/guard-text.ts';
import { defineJob } from './ports/compute.ts';

export const guardTextJob = defineJob({ name: 'guard-text', run: (text: string) => guardText(text) });
export const kernelJobs = [guardTextJob] as const;
