import { z } from 'zod';
import { jsonObjectSchema } from './json.ts';

export const parametersSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), jsonObjectSchema).default({}),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), jsonObjectSchema]).optional(),
});

const kindVariantSchema = z.object({
  description: z.string().optional(),
  parameter_overrides: z.record(z.string(), jsonObjectSchema).optional(),
});

/**
 * A tool as a file declares it: an OpenAI function schema with metadata keys beside it. The same form is exported by
 * `toolstone tools export --format seed` and read for custom tools. Metadata is never sent to a model.
 */
export const toolDescriptorSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/),
  description: z.string(),
  parameters: parametersSchema,
  task_agent: z.boolean().optional(),
  coordinator: z.boolean().optional(),
  interactive: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  primary_key: z.string(),
  kind_variants: z
    .strictObject({ interactive: kindVariantSchema.optional(), coordinator: kindVariantSchema.optional() })
    .optional(),
  cwd_note: z.string().optional(),
  workspace_note: z.string().optional(),
});
export type ToolDescriptor = Readonly<z.infer<typeof toolDescriptorSchema>>;

export type WorkstreamKind = 'interactive' | 'coordinator';
