import { z } from 'zod';

/** The arguments of diff_file, as a model sends them. */
export const diffInput = z.strictObject({
  path_a: z.string().describe('First file'),
  path_b: z.string().optional().describe('Second file'),
  content_b: z.string().optional().describe('Text to compare with, in place of path_b; it is the old side'),
  context_lines: z.int().min(0).max(20).default(3).describe('Unchanged lines around each change'),
});
export type DiffInput = z.output<typeof diffInput>;
