import { z } from 'zod';
import { eventSchema } from './event.ts';
import { failureSchema } from './failure.ts';
import { acknowledgementSchema, inboxMessageSchema } from './inbox.ts';
import { surfaceSchema } from './record.ts';

/** Raised with every change that an older side would misread. */
export const ownerWireVersion = 1;

/** Longest line, in bytes, that either side reads. */
export const maxOwnerLineBytes = 16 * 1024 * 1024;

/** What a reader of a workstream says to its owner on the owner's socket: one JSON object a line, `hello` first. */
export const readerLineSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    v: z.number().int(),
    workstreamId: z.string(),
    /** For whom the messages of this connection are. */
    principal: z.string(),
    surface: surfaceSchema,
  }),
  /** Records after `after`, one snapshot, then events as they come; once a connection. */
  z.object({ type: z.literal('subscribe'), after: z.number().int().nonnegative() }),
  z.object({ type: z.literal('send'), message: inboxMessageSchema }),
]);
export type ReaderLine = Readonly<z.infer<typeof readerLineSchema>>;

/** What the owner says back. */
export const ownerLineSchema = z.discriminatedUnion('type', [
  /** The answer to `hello`: `not-owner` where this process no longer owns the workstream. */
  z.object({ type: z.literal('welcome'), v: z.number().int(), heartbeatMs: z.number() }),
  z.object({ type: z.literal('not-owner') }),
  z.object({ type: z.literal('event'), event: eventSchema }),
  z.object({ type: z.literal('acknowledgement'), acknowledgement: acknowledgementSchema }),
  /** A line that could not be read; the connection goes on. */
  z.object({ type: z.literal('refused'), failure: failureSchema }),
  /** Sent when nothing else is: silence means that the owner hangs. */
  z.object({ type: z.literal('heartbeat') }),
  /** The workstream has been closed or given away. */
  z.object({ type: z.literal('ended') }),
]);
export type OwnerLine = Readonly<z.infer<typeof ownerLineSchema>>;
