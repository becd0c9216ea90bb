import { z } from 'zod';

/** The arguments of write_file, as a model sends them. */
export const writeInput = z.strictObject({
  path: z.string().describe('Absolute, or relative to the working directory; missing directories are made'),
  content: z.string().describe('The whole content, or what is added; end it with a line break'),
  mode: z.enum(['overwrite', 'append']).default('overwrite').describe('append adds to the end'),
});
export type WriteInput = z.output<typeof writeInput>;
