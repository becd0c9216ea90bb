import { z } from 'zod';
import { blobPartSchema } from './content.ts';

/** How a person sees a call's preview or result: the closed union that terminal and browser both draw. */
export const viewSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), language: z.string().optional() }),
  z.object({ type: z.literal('command'), command: z.string(), cwd: z.string().optional() }),
  z.object({
    type: z.literal('diff'),
    path: z.string(),
    /** A unified diff with `---`/`+++` headers. Lines that are or would be written stand byte for byte as the call brings them. */
    diff: z.string(),
    added: z.number().int(),
    removed: z.number().int(),
  }),
  z.object({ type: z.literal('terminal'), text: z.string(), exitCode: z.number().int().nullable() }),
  z.object({
    type: z.literal('lines'),
    path: z.string(),
    firstLine: z.number().int(),
    lastLine: z.number().int(),
    totalLines: z.number().int().nullable(),
  }),
  z.object({ type: z.literal('matches'), matches: z.number().int(), files: z.number().int() }),
  z.object({ type: z.literal('table'), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  z.object({ type: z.literal('image'), image: blobPartSchema }),
  z.object({ type: z.literal('notice'), level: z.enum(['info', 'warning']), text: z.string() }),
]);
export type View = Readonly<z.infer<typeof viewSchema>>;
