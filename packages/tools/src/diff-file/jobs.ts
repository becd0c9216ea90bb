import { defineJob } from '@toolstone/kernel';
import { type CompareInput, type Comparison, compareTexts } from './compare-texts.ts';

/** Compares two texts line by line. */
export const compareTextsJob = defineJob<CompareInput, Comparison>({ name: 'tools.compare-texts', run: compareTexts });
