import type { CallPart, Failure, StopReason, TurnOutcome } from '@toolstone/protocol';
import type { WorkstreamView } from '../log/view.ts';
import type { BatchScope, CallRequest, DraftRecord, PipelineContext } from '../pipeline/call.ts';
import { rehearse } from '../pipeline/rehearse.ts';
import { type BatchRequest, runBatch } from '../pipeline/run-batch.ts';
import { type Lane, LaneError, type LaneReply, type LaneRequest, type ToolSpec } from '../ports/lane.ts';
import { compactionRequest, splitForCompaction } from './compact.ts';
import { estimatePromptTokens, usableTokens } from './context-budget.ts';
import { laneFailure } from './lane-failure.ts';
import { createRepeatWatch, repeatAdvisory } from './repeats.ts';

export interface TurnEnd {
  readonly outcome: TurnOutcome;
  readonly failure?: Failure;
  /** The last reply reached the output limit: what it says is not all that it was to say. */
  readonly isCut?: boolean;
}

/** What a turn of the conversation works with. */
export interface TurnContext {
  readonly pipeline: PipelineContext;
  readonly batch: BatchScope;
  readonly lane: Lane;
  readonly view: () => WorkstreamView;
  readonly system: string;
  readonly specs: readonly ToolSpec[];
  readonly maxRounds: number;
  /** Share of the usable context at which the conversation is condensed. */
  readonly compactAt: number;
  /** A batch that was under way when the process died. */
  readonly unfinished?: BatchRequest;
}

const MAX_COMPACTIONS_A_ROUND = 2;
/** A provider that refuses a prompt as too long has less room than its lane says: this much of the prompt may be right. */
const OVERFLOW_SHARE = 0.7;

/** One pass: asks the model, runs what it calls, and again, until it has answered or something ends the turn. */
export async function runTurn(turn: TurnContext): Promise<TurnEnd> {
  const repeats = createRepeatWatch(turn.pipeline.tools);
  if (turn.unfinished) await runBatch(turn.unfinished, turn.pipeline, turn.batch);
  for (;;) {
    turn.batch.signal.throwIfAborted();
    if ((turn.view().turn?.rounds ?? 0) >= turn.maxRounds)
      return { outcome: 'max-rounds', failure: tooManyRounds(turn.maxRounds) };
    const asked = await ask(turn);
    if ('failure' in asked) return { outcome: 'failed', failure: asked.failure };
    const calls = asked.reply.parts.filter((part): part is CallPart => part.type === 'call');
    if (calls.length === 0) return endOfReply(asked.reply.stopReason, asked.reply.parts.length > 0, turn.batch);
    const requests = calls.map(({ callId, name, arguments: args }): CallRequest => ({ callId, name, arguments: args }));
    const repeated = repeats.see(requests);
    const isLast = repeated === 'stop' || (turn.view().turn?.rounds ?? 0) + 1 >= turn.maxRounds;
    await runBatch(
      { calls: requests, ...(repeated !== 'fine' && { advisories: [repeatAdvisory] }) },
      turn.pipeline,
      // What was queued is for a model that is asked again.
      isLast ? { ...turn.batch, takeQueuedInputs: () => [] } : turn.batch,
    );
    if (repeated === 'stop') return { outcome: 'failed', failure: repeating };
  }
}

/** One reply, after condensing the context where it would not fit. */
async function ask(turn: TurnContext): Promise<{ readonly reply: LaneReply } | { readonly failure: Failure }> {
  const usable = usableTokens(turn.lane.capabilities);
  for (let compactions = 0; ; compactions += 1) {
    const estimated = estimatePromptTokens(turn.view(), { system: turn.system, tools: turn.specs });
    const isFull = estimated > usable * turn.compactAt;
    if (isFull && compactions < MAX_COMPACTIONS_A_ROUND) {
      const condensed = await tryCompact(turn, estimated, usable);
      if (condensed === true) continue;
      // As long as the prompt fits, a summary that could not be had is no reason to stop.
      if (condensed instanceof LaneError && estimated > usable) return { failure: laneFailure(condensed) };
    }
    if (estimated > usable) return { failure: contextFull(estimated, usable) };
    try {
      return { reply: await requestReply(turn, estimated) };
    } catch (error) {
      if (!(error instanceof LaneError)) throw error;
      if (error.kind !== 'context-overflow' || compactions >= MAX_COMPACTIONS_A_ROUND)
        return { failure: laneFailure(error) };
      const condensed = await tryCompact(turn, estimated, Math.min(usable, estimated * OVERFLOW_SHARE));
      if (condensed !== true) return { failure: laneFailure(condensed instanceof LaneError ? condensed : error) };
    }
  }
}

/** True where it was condensed, false where that gains nothing, or why the summary could not be had. */
async function tryCompact(turn: TurnContext, tokensBefore: number, usable: number): Promise<boolean | LaneError> {
  try {
    return await compact(turn, tokensBefore, usable);
  } catch (error) {
    if (error instanceof LaneError) return error;
    throw error;
  }
}

async function requestReply(turn: TurnContext, estimatedTokens: number): Promise<LaneReply> {
  const { lane, batch, pipeline } = turn;
  announce(turn, 'reply', estimatedTokens);
  const startedAt = pipeline.clock.monotonic();
  let streamed = '';
  try {
    for await (const event of lane.stream(laneRequest(turn), batch.signal)) {
      if (event.type === 'text' || event.type === 'thinking') {
        if (event.type === 'text') streamed += event.text;
        batch.publish({ type: 'delta', scope: batch.scope, kind: event.type, text: event.text });
      } else if (event.type === 'reset') {
        streamed = '';
        batch.publish({ type: 'reset', scope: batch.scope });
      } else if (event.type === 'composing') {
        batch.publish({ type: 'composing', scope: batch.scope, name: event.name, chars: event.chars });
      } else if (event.type === 'notice') {
        batch.publish(event);
      } else if (event.type === 'reply') {
        const record = replied(turn, event.reply, pipeline.clock.monotonic() - startedAt);
        // Calls are in the log before anything is done for them: with the first question, start or result of the batch.
        if (event.reply.parts.some(({ type }) => type === 'call')) batch.stage(record);
        else await batch.append([record]);
        return event.reply;
      }
    }
  } catch (error) {
    if (batch.signal.aborted && streamed !== '')
      batch.stage(replied(turn, interruptedReply(lane, streamed), pipeline.clock.monotonic() - startedAt));
    throw error;
  }
  throw new LaneError('cut', 'the lane ended without a reply', { lane: lane.id });
}

const laneRequest = (turn: TurnContext): LaneRequest => ({
  system: turn.system,
  messages: turn.view().messages.map(({ message }) => message),
  tools: turn.specs,
  cacheKey: turn.pipeline.workstreamId,
  readBlob: (blob) => turn.pipeline.workspace.readAt(blob, 0, Number.MAX_SAFE_INTEGER),
  nextCallId: () => turn.pipeline.ids.next('call'),
  onSent: () => void rehearse(turn.pipeline, turn.batch),
});

/** Replaces the older part of the context by a summary. False where that gains nothing. */
export async function compact(turn: TurnContext, tokensBefore: number, usable: number): Promise<boolean> {
  const { lane, batch, pipeline } = turn;
  const split = splitForCompaction(turn.view().messages, usable);
  if (!split || split.summarised.length < 2) return false;
  batch.publish({
    type: 'notice',
    level: 'info',
    code: 'COMPACTING',
    text: 'The context is nearly full: older messages are being summarised.',
  });
  announce(turn, 'compaction', tokensBefore);
  const startedAt = pipeline.clock.monotonic();
  const request: LaneRequest = {
    ...laneRequest(turn),
    ...compactionRequest(
      split.summarised.map(({ message }) => message),
      usable,
    ),
  };
  let reply: LaneReply | undefined;
  for await (const event of lane.stream(request, batch.signal)) if (event.type === 'reply') reply = event.reply;
  const summary = reply?.parts
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('')
    .trim();
  if (!reply || !summary) return false;
  await batch.append([
    // The reply itself is no message of the conversation; its usage is.
    {
      ...replied(turn, { ...reply, parts: [] }, pipeline.clock.monotonic() - startedAt),
      commitKey: `compaction:${pipeline.ids.next('c')}`,
    },
    {
      kind: 'compacted',
      commitKey: `compacted:${split.throughSeq}:${pipeline.ids.next('c')}`,
      body: { scope: batch.scope, summary, throughSeq: split.throughSeq, tokensBefore },
    },
  ]);
  return true;
}

/** Readers see at once that a model is waited for; the record needs no place on the disk before there is a reply. */
function announce(turn: TurnContext, purpose: 'reply' | 'compaction', estimatedTokens: number): void {
  const record = requested(turn, purpose, estimatedTokens);
  turn.batch.stage(record);
  turn.batch.publish({ type: 'requested', ...record.body });
}

const requested = (
  { lane, batch, pipeline }: TurnContext,
  purpose: 'reply' | 'compaction',
  estimatedTokens: number,
): Extract<DraftRecord, { kind: 'model.requested' }> => ({
  kind: 'model.requested',
  commitKey: `model.requested:${pipeline.ids.next('q')}`,
  body: { scope: batch.scope, lane: lane.id, model: lane.model, purpose, estimatedTokens },
});

const replied = ({ batch, pipeline }: TurnContext, reply: LaneReply, durationMs: number): DraftRecord => ({
  kind: 'model.replied',
  commitKey: `model.replied:${pipeline.ids.next('p')}`,
  body: {
    scope: batch.scope,
    lane: reply.lane,
    model: reply.model,
    parts: [...reply.parts],
    stopReason: reply.stopReason,
    usage: reply.usage,
    ...(reply.cost !== undefined && { cost: reply.cost }),
    durationMs: Math.round(durationMs),
  },
});

const interruptedReply = (lane: Lane, text: string): LaneReply => ({
  lane: lane.id,
  model: lane.model,
  parts: [{ type: 'text', text }],
  stopReason: 'interrupted',
  usage: { inputTokens: 0, outputTokens: 0 },
});

function endOfReply(stopReason: StopReason, hasParts: boolean, { publish }: Pick<BatchScope, 'publish'>): TurnEnd {
  if (stopReason === 'refusal' || stopReason === 'filter') return { outcome: 'failed', failure: declined(stopReason) };
  if (stopReason !== 'length') {
    if (!hasParts) publish({ type: 'notice', level: 'warning', code: 'MODEL_REPLY_EMPTY', text: saidNothing });
    return { outcome: 'done' };
  }
  if (!hasParts) return { outcome: 'failed', failure: cutByLength };
  publish({ type: 'notice', level: 'warning', code: cutByLength.code, text: cutShort });
  return { outcome: 'done', isCut: true };
}

const saidNothing = 'The model ended its turn without a word. Ask it again, or switch to another model.';

const cutShort =
  'The reply reached the output limit and stops in the middle. Ask the model to go on, or raise max_output_tokens of the model.';

const declined = (reason: 'refusal' | 'filter'): Failure => ({
  code: reason === 'refusal' ? 'MODEL_REFUSED' : 'MODEL_FILTERED',
  message: reason === 'refusal' ? 'the model declined to answer' : "the provider's content filter stopped the reply",
  nextStep: 'Say it in other words, or switch to another model',
});

const cutByLength: Failure = {
  code: 'MODEL_OUTPUT_LIMIT',
  message: 'the reply reached the output limit before it said anything',
  nextStep: 'Raise max_output_tokens of the model, or ask for less at once',
};

const tooManyRounds = (rounds: number): Failure => ({
  code: 'ROUNDS_EXHAUSTED',
  message: `the turn reached its limit of ${rounds} rounds`,
  nextStep: 'Send another message to go on, or raise the limit (--max-rounds, session.max_rounds)',
});

const repeating: Failure = {
  code: 'MODEL_REPEATS_ITSELF',
  message: 'the model kept making the same call with the same arguments',
  nextStep: 'Say what to do differently, or switch to another model',
};

const contextFull = (estimated: number, usable: number): Failure => ({
  code: 'CONTEXT_FULL',
  message: `the conversation needs about ${estimated} tokens and the model can take ${usable}`,
  nextStep: 'Start a new workstream, or switch to a model with a larger context',
});
