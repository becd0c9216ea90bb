import type { View } from '@toolstone/protocol';
import { guardText } from './guard/guard-text.ts';
import { maskObserved } from './guard/mask-observed.ts';
import { defineJob } from './ports/compute.ts';

/** `guardText` in a worker: masks and annotates the whole of an output. */
export const guardTextJob = defineJob({ name: 'guard-text', run: guardText });

/** `maskObserved` in a worker: a diff can be long. */
export const maskObservedJob = defineJob({ name: 'mask-observed', run: maskObserved<View> });

/** Every job of the kernel, for the table of a worker. */
export const kernelJobs = [guardTextJob, maskObservedJob] as const;
