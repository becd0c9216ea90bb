import { z } from 'zod';
import { partSchema } from './content.ts';
import { isolationSchema } from './facts.ts';
import { jsonSchema } from './json.ts';
import { turnOutcomeSchema } from './record.ts';
import { callStatusSchema, effectStatusSchema } from './result.ts';
import { usageSchema } from './usage.ts';

/** What `toolstone call --json` prints. */
export const callOutputSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  status: callStatusSchema,
  isError: z.boolean(),
  text: z.string(),
  value: jsonSchema.optional(),
  content: z.array(partSchema).optional(),
  effect: effectStatusSchema,
  durationMs: z.number(),
  truncated: z.boolean(),
  workspaceRef: z.string().optional(),
  isolation: isolationSchema.optional(),
});
export type CallOutput = Readonly<z.infer<typeof callOutputSchema>>;

/** What `toolstone run --output json` prints. */
export const runOutputSchema = z.object({
  workstreamId: z.string(),
  status: turnOutcomeSchema,
  text: z.string(),
  turns: z.number().int(),
  usage: usageSchema,
  cost: z.number().optional(),
  /** The reply reached the model's output limit: `text` stops in the middle. */
  isCut: z.literal(true).optional(),
  denied: z.array(z.object({ callId: z.string(), tool: z.string(), reason: z.string(), allowWith: z.string() })),
});
export type RunOutput = Readonly<z.infer<typeof runOutputSchema>>;
