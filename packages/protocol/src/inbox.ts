import { z } from 'zod';
import { partSchema } from './content.ts';
import { failureSchema } from './failure.ts';

const id = {
  /** Made by the sender: a message sent twice is taken once. */
  id: z.string().min(1).max(128),
};

/** What anyone may ask of a workstream's owner. Taken in order; acknowledged when durable. */
export const inboxMessageSchema = z.discriminatedUnion('type', [
  z.object({ ...id, type: z.literal('message'), parts: z.array(partSchema).min(1) }),
  z.object({ ...id, type: z.literal('call'), tool: z.string(), arguments: z.string() }),
  z.object({
    ...id,
    type: z.literal('answer'),
    /** One of the two names the cycle. */
    cycleId: z.string().optional(),
    callId: z.string().optional(),
    decision: z.enum(['yes', 'no', 'edit']),
    /** Other decisions than `decision` for single calls of the cycle. */
    exceptions: z.record(z.string(), z.enum(['yes', 'no'])).optional(),
    /** What the person was shown, by call; an answer to anything else is refused. */
    planHashes: z.record(z.string(), z.string()).optional(),
    always: z.boolean().optional(),
    message: z.string().max(10_000).optional(),
    /** For `edit`: the new arguments of `callId`. */
    arguments: z.string().optional(),
  }),
  z.object({ ...id, type: z.literal('cancel'), scope: z.string().optional() }),
  z.object({ ...id, type: z.literal('withdraw'), inputId: z.string() }),
  z.object({ ...id, type: z.literal('compact') }),
  /** Takes back the file changes of a turn, the latest with changes when none is named. */
  z.object({ ...id, type: z.literal('undo'), scope: z.string().optional() }),
  z.object({ ...id, type: z.literal('switch'), lane: z.string() }),
  z.object({ ...id, type: z.literal('rename'), name: z.string().min(1).max(200) }),
]);
export type InboxMessage = Readonly<z.infer<typeof inboxMessageSchema>>;

export const acknowledgementSchema = z.discriminatedUnion('status', [
  z.object({ id: z.string(), status: z.literal('accepted'), text: z.string().optional() }),
  z.object({
    id: z.string(),
    status: z.literal('already-decided'),
    by: z.string(),
    at: z.string(),
    decision: z.string(),
  }),
  z.object({ id: z.string(), status: z.literal('refused'), failure: failureSchema }),
]);
export type Acknowledgement = Readonly<z.infer<typeof acknowledgementSchema>>;
