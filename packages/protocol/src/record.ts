import { z } from 'zod';
import { assistantPartSchema, partSchema } from './content.ts';
import { contentStateSchema, effectsSchema, fileReadSchema, isolationSchema, touchSchema } from './facts.ts';
import { failureSchema } from './failure.ts';
import { callStatusSchema, effectStatusSchema, findingSchema, toolResultSchema } from './result.ts';
import { usageSchema } from './usage.ts';
import { viewSchema } from './view.ts';

/** Version of the record bodies that this build writes; older ones are lifted by `upcastRecord`. */
export const recordVersion = 1;

/** Why a call may run, must be asked about or may not run: the deciding rule and what it saw. */
export const rulingSchema = z.object({
  effect: z.enum(['allow', 'ask', 'deny']),
  source: z.enum(['rule', 'default', 'grant', 'blanket', 'person', 'smart']),
  rule: z.string().optional(),
  origin: z.string().optional(),
  reason: z.string(),
});
export type Ruling = Readonly<z.infer<typeof rulingSchema>>;

export const askedCallSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  header: z.string(),
  /** Credentials that the call does not bring itself, such as those in lines around an edit, are masked. */
  preview: z.array(viewSchema),
  arguments: z.string(),
  approvalLabel: z.string(),
  /** What an "always" would cover from then on, as short rules; empty where the call can only be allowed once. */
  always: z.array(z.string()).optional(),
  planHash: z.string(),
  ruling: rulingSchema,
});
export type AskedCall = Readonly<z.infer<typeof askedCallSchema>>;

export const foldedResultSchema = z.object({
  callId: z.string(),
  status: callStatusSchema,
  effect: effectStatusSchema,
  /** What the model sees; absent where it is the parts of `call.finished` unchanged. */
  parts: z.array(partSchema).optional(),
  truncated: z.boolean().optional(),
  workspaceRef: z.string().optional(),
});

/** `interrupted`: a stop came while it was written; what had been streamed is kept. */
export const stopReasonSchema = z.enum(['end', 'calls', 'length', 'refusal', 'filter', 'interrupted']);
export type StopReason = z.infer<typeof stopReasonSchema>;

export const turnOutcomeSchema = z.enum(['done', 'interrupted', 'failed', 'max-rounds', 'denied']);
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;

const bodies = {
  'input.received': z.discriminatedUnion('type', [
    z.object({ type: z.literal('message'), inputId: z.string(), parts: z.array(partSchema) }),
    /** A call made by a person, through the same pipeline. */
    z.object({
      type: z.literal('call'),
      inputId: z.string(),
      callId: z.string(),
      tool: z.string(),
      arguments: z.string(),
    }),
  ]),
  'input.withdrawn': z.object({ inputId: z.string() }),
  'turn.started': z.object({
    scope: z.string(),
    inputs: z.array(z.string()),
    caller: z.enum(['model', 'person']),
  }),
  'turn.finished': z.object({
    scope: z.string(),
    outcome: turnOutcomeSchema,
    failure: failureSchema.optional(),
    rounds: z.number().int(),
    durationMs: z.number(),
    /** Of all its replies and summaries. Absent in logs of earlier builds: their replies hold it. */
    usage: usageSchema.optional(),
    /** US dollars, where the lane's prices are known. */
    cost: z.number().optional(),
    /** The last reply reached the output limit: it stops in the middle. */
    isCut: z.boolean().optional(),
  }),
  'model.requested': z.object({
    scope: z.string(),
    lane: z.string(),
    model: z.string(),
    purpose: z.enum(['reply', 'compaction']),
    estimatedTokens: z.number().int(),
  }),
  'model.replied': z.object({
    scope: z.string(),
    lane: z.string(),
    model: z.string(),
    parts: z.array(assistantPartSchema),
    stopReason: stopReasonSchema,
    usage: usageSchema,
    /** US dollars, where the lane's prices are known. */
    cost: z.number().optional(),
    durationMs: z.number(),
  }),
  'approval.asked': z.object({
    cycleId: z.string(),
    scope: z.string(),
    calls: z.array(askedCallSchema),
    expiresAt: z.iso.datetime().optional(),
  }),
  'approval.answered': z.object({
    cycleId: z.string(),
    /** One decision a call; a cycle is answered once. */
    decisions: z.array(z.object({ callId: z.string(), decision: z.enum(['yes', 'no']), planHash: z.string() })),
    /** What is granted with it, as short rules: `bash(npm test **)`, `edit_file($roots/**)`, a label. */
    always: z.array(z.string()).optional(),
    message: z.string().optional(),
  }),
  'approval.closed': z.object({
    cycleId: z.string(),
    reason: z.enum(['cancelled', 'expired', 'changed', 'granted', 'edited', 'interrupted']),
    /** For `edited`: the call whose arguments a person replaced, before it is asked anew. */
    edited: z.object({ callId: z.string(), arguments: z.string() }).optional(),
  }),
  'call.started': z.object({
    callId: z.string(),
    tool: z.string(),
    /** What the call does, as a person reads it while it runs. */
    header: z.string().optional(),
    planHash: z.string(),
    effects: effectsSchema,
    touches: z.array(touchSchema),
    ruling: rulingSchema,
    cycleId: z.string().optional(),
    isolation: isolationSchema.optional(),
  }),
  'call.finished': z.object({
    callId: z.string(),
    tool: z.string(),
    header: z.string().optional(),
    result: toolResultSchema,
    durationMs: z.number(),
    /** Files whose content the model has now seen, with their hash: the read-before-edit guard. */
    reads: z.array(fileReadSchema).optional(),
    /** Finished by a generation that had been superseded: recorded, never folded. */
    late: z.boolean().optional(),
  }),
  'batch.folded': z.object({
    scope: z.string(),
    results: z.array(foldedResultSchema),
    /** Words to the model beside the results: feedback given with an answer, repeats, redactions. */
    advisories: z.array(z.string()),
    /** Queued inputs that join the conversation here. */
    inputs: z.array(z.string()),
  }),
  'file.changed': z.object({
    callId: z.string().optional(),
    scope: z.string(),
    path: z.string(),
    before: contentStateSchema,
    after: contentStateSchema,
    mode: z.number().int().optional(),
    /** The record whose change this one takes back. */
    undoOf: z.number().int().optional(),
    /** The inbox message that asked to take it back: sent again, it goes on where it was. */
    undoId: z.string().optional(),
  }),
  'verdict.given': z.object({
    callId: z.string(),
    tier: z.enum(['heuristic', 'llm', 'llm_fallback']),
    risk: z.enum(['low', 'medium', 'high', 'critical']),
    recommendation: z.enum(['approve', 'review', 'deny']),
    confidence: z.number(),
    reasoning: z.string(),
  }),
  'guard.found': z.object({ callId: z.string(), findings: z.array(findingSchema) }),
  compacted: z.object({
    scope: z.string(),
    summary: z.string(),
    /** Records up to and with this one are represented by the summary. */
    throughSeq: z.number().int(),
    tokensBefore: z.number().int(),
  }),
  'agent.switched': z.object({ lane: z.string().optional(), agent: z.string().optional() }),
  /** Reserved: nothing writes it yet; copying a workstream comes with the server. */
  forked: z.object({ from: z.string(), seq: z.number().int() }),
  /** Reserved: nothing writes it yet; redaction in place comes with the server. */
  redacted: z.object({ seq: z.number().int(), reason: z.string() }),
} as const;

export type RecordKind = keyof typeof bodies;
export type RecordBody<K extends RecordKind> = Readonly<z.infer<(typeof bodies)[K]>>;

/** Where a person or a program reached the workstream. */
export const surfaceSchema = z.enum(['cli', 'web', 'api', 'mcp', 'acp', 'system']);
export type Surface = z.infer<typeof surfaceSchema>;

const envelope = {
  workstreamId: z.string(),
  seq: z.number().int().positive(),
  v: z.number().int(),
  at: z.iso.datetime(),
  scope: z.string(),
  generation: z.number().int(),
  /** Who caused it: a user id, or `model`. */
  principal: z.string(),
  surface: surfaceSchema,
  /** Unique in the workstream: an append that is tried twice lands once. */
  commitKey: z.string(),
};

const member = <K extends RecordKind>(kind: K) => z.object({ ...envelope, kind: z.literal(kind), body: bodies[kind] });

export const recordSchema = z.discriminatedUnion('kind', [
  member('input.received'),
  member('input.withdrawn'),
  member('turn.started'),
  member('turn.finished'),
  member('model.requested'),
  member('model.replied'),
  member('approval.asked'),
  member('approval.answered'),
  member('approval.closed'),
  member('call.started'),
  member('call.finished'),
  member('batch.folded'),
  member('file.changed'),
  member('verdict.given'),
  member('guard.found'),
  member('compacted'),
  member('agent.switched'),
  member('forked'),
  member('redacted'),
]);
/** One record of a workstream's log. */
export type LogRecord = Readonly<z.infer<typeof recordSchema>>;
export type RecordOf<K extends RecordKind> = Extract<LogRecord, { kind: K }>;

/** A record before the log has given it its place: no `seq`, `workstreamId` or `generation` yet. */
export type NewRecord = {
  [K in RecordKind]: {
    readonly kind: K;
    readonly body: RecordBody<K>;
    readonly scope: string;
    readonly at: string;
    readonly principal: string;
    readonly surface: Surface;
    readonly commitKey: string;
  };
}[RecordKind];
