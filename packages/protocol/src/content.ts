import { z } from 'zod';
import { jsonSchema } from './json.ts';

export const textPartSchema = z.object({ type: z.literal('text'), text: z.string() });

/** Bytes by reference: `blob` is the SHA-256 of the content in lower-case hex, as the blob store keys it. */
export const blobPartSchema = z.object({
  type: z.literal('blob'),
  blob: z.string().regex(/^[0-9a-f]{64}$/),
  mediaType: z.string(),
  bytes: z.number().int().nonnegative(),
  name: z.string().optional(),
  /** What a reader that cannot see the bytes is told instead. */
  description: z.string().optional(),
});

/** What a model may see of an input or a result. */
export const partSchema = z.discriminatedUnion('type', [textPartSchema, blobPartSchema]);
export type TextPart = Readonly<z.infer<typeof textPartSchema>>;
export type BlobPart = Readonly<z.infer<typeof blobPartSchema>>;
export type Part = TextPart | BlobPart;

/** `provider` holds what a wire must get back unchanged (signatures, encrypted reasoning, item ids). */
const provider = { provider: jsonSchema.optional() };

export const assistantPartSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...provider }),
  z.object({ type: z.literal('thinking'), text: z.string(), ...provider }),
  z.object({
    type: z.literal('call'),
    /** Ours, unique in the workstream, whatever the provider sent. */
    callId: z.string(),
    /** The provider's own id, to be sent back on its wire; absent where a wire has none. */
    providerCallId: z.string().optional(),
    name: z.string(),
    /** The arguments as the model wrote them, unparsed. */
    arguments: z.string(),
    ...provider,
  }),
]);
export type AssistantPart = Readonly<z.infer<typeof assistantPartSchema>>;
export type CallPart = Extract<AssistantPart, { type: 'call' }>;
