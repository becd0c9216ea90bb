import { z } from 'zod';
import { recordSchema } from './record.ts';

export const workstreamStateSchema = z.enum(['idle', 'thinking', 'running', 'attention', 'error']);
export type WorkstreamState = z.infer<typeof workstreamStateSchema>;

/** What is under way and not yet in the log; sent once to a reader that joins. */
export const inFlightSchema = z.object({
  text: z.string(),
  thinking: z.string(),
  outputs: z.array(z.object({ callId: z.string(), text: z.string() })),
});
export type InFlight = Readonly<z.infer<typeof inFlightSchema>>;

/** What a reader of a workstream receives. Records are durable and in order; the rest is live only. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('record'), record: recordSchema }),
  /** After it, everything a reader has missed has been sent. */
  z.object({
    type: z.literal('snapshot'),
    head: z.number().int(),
    state: workstreamStateSchema,
    inFlight: inFlightSchema,
  }),
  z.object({ type: z.literal('state'), state: workstreamStateSchema }),
  /** A request goes to a model now. Its record, `model.requested`, is written with what comes of it. */
  z.object({
    type: z.literal('requested'),
    scope: z.string(),
    lane: z.string(),
    model: z.string(),
    purpose: z.enum(['reply', 'compaction']),
    estimatedTokens: z.number().int(),
  }),
  z.object({ type: z.literal('delta'), scope: z.string(), kind: z.enum(['text', 'thinking']), text: z.string() }),
  /** The reply is being asked for again: what was streamed of it so far is void. */
  z.object({ type: z.literal('reset'), scope: z.string() }),
  /** A call whose arguments the model is still writing. */
  z.object({ type: z.literal('composing'), scope: z.string(), name: z.string(), chars: z.number().int() }),
  z.object({
    type: z.literal('output'),
    callId: z.string(),
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  z.object({ type: z.literal('notice'), level: z.enum(['info', 'warning']), code: z.string(), text: z.string() }),
]);
export type WorkstreamEvent = Readonly<z.infer<typeof eventSchema>>;
