import { z } from 'zod';
import { partSchema } from './content.ts';
import { failureSchema } from './failure.ts';
import { jsonSchema } from './json.ts';
import { viewSchema } from './view.ts';

/** What is known of a call's effect outside the process. */
export const effectStatusSchema = z.enum(['none', 'committed', 'partial', 'unknown', 'rolled_back']);
export type EffectStatus = z.infer<typeof effectStatusSchema>;

export const callStatusSchema = z.enum(['ok', 'failed', 'denied', 'cancelled']);
export type CallStatus = z.infer<typeof callStatusSchema>;

/** The one result of a tool call. `parts` are all that a model may see and the only thing sized. */
export const toolResultSchema = z.object({
  status: callStatusSchema,
  effect: effectStatusSchema,
  parts: z.array(partSchema),
  /** For programs, by the tool's output schema. */
  value: jsonSchema.optional(),
  /** For a person. */
  view: viewSchema.optional(),
  /** Ids and references that are never dropped by sizing: `shell`, `workspace`. */
  handles: z.record(z.string(), z.string()).optional(),
  failure: failureSchema.optional(),
  /** Remarks on how the call was carried out, shown to the person and the model. */
  notes: z.array(z.string()).optional(),
  /** The isolation that the call really ran under, where it ran a process. */
  isolation: z.enum(['none', 'workspace']).optional(),
});
export type ToolResult = Readonly<z.infer<typeof toolResultSchema>>;

export const findingSchema = z.object({
  category: z.enum(['prompt_injection', 'credentials', 'encoded_payloads', 'adversarial_urls', 'info_disclosure']),
  flag: z.string(),
  risk: z.enum(['low', 'medium', 'high']),
  count: z.number().int().positive(),
});
/** What the output guard found; never the text that it found. */
export type Finding = Readonly<z.infer<typeof findingSchema>>;
