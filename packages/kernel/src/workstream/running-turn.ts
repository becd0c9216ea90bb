import type { WorkstreamEvent } from '@toolstone/protocol';
import { CHARS_PER_TOKEN, estimatePromptTokens, usableTokens } from '../agent/context-budget.ts';
import { compact, runTurn, type TurnContext, type TurnEnd } from '../agent/run-turn.ts';
import type { CycleRegistry } from '../approval/cycle-registry.ts';
import { toFailure } from '../failure.ts';
import { closingRecords, unfinishedBatch } from '../log/heal-log.ts';
import type { PendingInput } from '../log/view.ts';
import { Superseded, type WorkstreamLog } from '../log/workstream-log.ts';
import type { BatchScope, CycleAnswer, CycleRequest, DraftRecord, PreparedCall } from '../pipeline/call.ts';
import { guardResult } from '../pipeline/guard-result.ts';
import { runBatch } from '../pipeline/run-batch.ts';
import { settleResult } from '../pipeline/settle-result.ts';
import type { Lane } from '../ports/lane.ts';
import type { Sender } from './inbox.ts';
import type { WorkstreamOptions } from './options.ts';

/** A turn under way. After a stop it still tidies up: what ran is told, what did not is closed. */
export interface RunningTurn {
  /** `lost` where the log could not be written: the turn is not closed, and whoever opens the workstream next heals it. */
  readonly ended: Promise<'closed' | 'lost'>;
  /** `r7`: what a stop may name. */
  readonly scope: string;
  abort(): void;
}

export type TurnWork =
  | { readonly type: 'inputs'; readonly inputs: readonly PendingInput[] }
  | { readonly type: 'resume' }
  | { readonly type: 'compact' };

export interface TurnPorts {
  readonly options: WorkstreamOptions;
  readonly log: WorkstreamLog;
  readonly cycles: CycleRegistry;
  readonly publish: (event: WorkstreamEvent) => void;
}

interface Writer {
  readonly author: Sender & { readonly scope: string };
  readonly append: (records: readonly DraftRecord[], sync?: 'full' | 'normal') => Promise<void>;
  readonly stage: (record: DraftRecord) => void;
}

/** A turn with what it writes by and what stops it. */
interface Running extends TurnPorts {
  readonly writer: Writer;
  readonly signal: AbortSignal;
}

export function runningTurn(work: TurnWork, ports: TurnPorts): RunningTurn {
  const { log, options } = ports;
  const { clock } = options.pipeline;
  const stop = new AbortController();
  const first = work.type === 'inputs' ? work.inputs[0] : undefined;
  const open = log.view.turn;
  const scope = open?.scope ?? `r${log.view.turns + 1}`;
  const author = {
    principal: first?.principal ?? open?.principal ?? options.owner.principal,
    surface: first?.surface ?? options.owner.surface,
    scope,
  };
  let staged: DraftRecord[] = [];
  const writer: Writer = {
    author,
    // What waits for the next append says when it happened, not when it was written.
    stage: (record) => void staged.push({ at: new Date(clock.now()).toISOString(), ...record }),
    async append(records, sync) {
      const all = [...staged, ...records];
      staged = [];
      await log.append(all, { author, ...(sync && { sync }) });
    },
  };
  return {
    scope,
    ended: drive(work, { ...ports, writer, signal: stop.signal }),
    abort: () => stop.abort(new DOMException('stopped by the person', 'AbortError')),
  };
}

async function drive(work: TurnWork, running: Running): Promise<'closed' | 'lost'> {
  const { log, options, publish, writer } = running;
  const { clock } = options.pipeline;
  const startedAt = clock.monotonic();
  try {
    if (work.type === 'compact') {
      await compactByHand(running);
      return 'closed';
    }
    if (work.type === 'inputs') writer.stage(turnStarted(work.inputs, writer.author.scope));
    // A turn is in the log before anything is done for it.
    if (work.type === 'inputs') await writer.append([]);
    const end = await run(running).catch((error: unknown): TurnEnd => ended(error, running));
    // What was held back opens or answers calls: it has to be in the view before the turn is closed by it.
    await writer.append([]);
    const rounds = log.view.turn?.rounds ?? 0;
    await writer.append([
      ...closingRecords(log.view, 'cancelled'),
      {
        kind: 'turn.finished',
        commitKey: `turn.finished:${writer.author.scope}`,
        body: { scope: writer.author.scope, rounds, durationMs: Math.round(clock.monotonic() - startedAt), ...end },
      },
    ]);
    return 'closed';
  } catch (error) {
    // Someone else writes the log now, or it cannot be written: what is there is whole, and the next owner heals it.
    const failure =
      error instanceof Superseded ? undefined : toFailure(error, 'writing the log', options.pipeline.reportDefect);
    if (failure) {
      const text = `${failure.message}. ${failure.nextStep}`;
      publish({ type: 'notice', level: 'warning', code: failure.code, text });
    }
    return 'lost';
  }
}

function ended(error: unknown, { options, signal }: Running): TurnEnd {
  if (error instanceof Superseded) throw error;
  if (signal.aborted) return { outcome: 'interrupted' };
  return { outcome: 'failed', failure: toFailure(error, 'the turn', options.pipeline.reportDefect) };
}

async function run(running: Running): Promise<TurnEnd> {
  const { log, options, signal } = running;
  const turn = log.view.turn;
  if (!turn) return { outcome: 'done' };
  const unfinished = unfinishedBatch(log.view);
  if (turn.caller === 'person') {
    if (unfinished) await runBatch(unfinished, options.pipeline, batchScope(running, null));
    return { outcome: signal.aborted ? 'interrupted' : 'done' };
  }
  const lane = await options.lane(log.view.lane);
  if ('failure' in lane) return { outcome: 'failed', failure: lane.failure };
  return runTurn({ ...turnContext(running, lane), ...(unfinished && { unfinished }) });
}

const turnContext = (running: Running, lane: Lane): TurnContext => ({
  pipeline: running.options.pipeline,
  batch: batchScope(running, lane),
  lane,
  view: () => running.log.view,
  system: running.options.system,
  specs: running.options.specs,
  maxRounds: running.options.maxRounds,
  compactAt: running.options.compactAt,
});

async function compactByHand(running: Running): Promise<void> {
  const { log, options, publish } = running;
  const lane = await options.lane(log.view.lane);
  const say = (code: string, text: string): void => publish({ type: 'notice', level: 'info', code, text });
  if ('failure' in lane) return say(lane.failure.code, `${lane.failure.message}. ${lane.failure.nextStep}`);
  const turn = turnContext(running, lane);
  const before = estimatePromptTokens(log.view, { system: turn.system, tools: turn.specs });
  try {
    const isDone = await compact(turn, before, usableTokens(lane.capabilities));
    say('COMPACTED', isDone ? 'Older messages were replaced by a summary.' : 'There is nothing to condense yet.');
  } catch (error) {
    if (error instanceof Superseded) throw error;
    say('COMPACTION_FAILED', `The conversation was not condensed: ${error instanceof Error ? error.message : error}`);
  }
}

function turnStarted(inputs: readonly PendingInput[], scope: string): DraftRecord {
  const isCall = inputs[0]?.body.type === 'call';
  return {
    kind: 'turn.started',
    commitKey: `turn.started:${scope}`,
    body: { scope, inputs: inputs.map(({ body }) => body.inputId), caller: isCall ? 'person' : 'model' },
  };
}

function batchScope(running: Running, lane: Lane | null): BatchScope {
  const { log, options, publish, writer, signal } = running;
  const { principal, surface, scope } = writer.author;
  return {
    scope,
    caller: lane ? 'model' : 'person',
    principal,
    surface,
    signal,
    readSet: log.view.readSet,
    capabilities: { vision: lane?.capabilities.vision ?? false },
    role: principal === options.owner.principal ? 'owner' : 'guest',
    userWords: () => lastWords(log.view.messages),
    grants: () => [...(log.view.grants.get(principal) ?? [])],
    append: writer.append,
    stage: writer.stage,
    publish,
    ask: (cycle) => ask(cycle, running),
    budgetChars: () => budgetChars(running, lane),
    takeQueuedInputs: () => (lane ? queuedMessages(running) : []),
    late: (call, outcome) => void recordLate(call, outcome, running).catch(() => undefined),
  };
}

/** The texts of the newest message that a person wrote. */
function lastWords(messages: WorkstreamLog['view']['messages']): readonly string[] {
  const newest = messages.findLast(({ message }) => message.role === 'user');
  return newest?.message.parts.flatMap((part) => (part.type === 'text' ? part.text : [])) ?? [];
}

function budgetChars({ log, options }: TurnPorts, lane: Lane | null): number {
  if (!lane) return options.pipeline.settings.offload.inlineMaxChars * 16;
  const used = estimatePromptTokens(log.view, { system: options.system, tools: options.specs });
  return Math.max(0, usableTokens(lane.capabilities) - used) * CHARS_PER_TOKEN;
}

/** Messages that came while the batch ran join the conversation with its results; a call by hand waits for its own turn. */
function queuedMessages({ log }: TurnPorts): readonly string[] {
  const ids: string[] = [];
  for (const { body } of log.view.pending.values()) {
    if (body.type !== 'message') break;
    ids.push(body.inputId);
  }
  return ids;
}

async function ask(cycle: CycleRequest, { log, cycles, options, writer, signal }: Running): Promise<CycleAnswer> {
  const { clock, settings } = options.pipeline;
  const over = new AbortController();
  const answer = new Promise<CycleAnswer>((settle) =>
    cycles.add({ ...cycle, principal: writer.author.principal, settle }),
  );
  const expiresAt =
    settings.approvalTimeoutMs > 0 ? new Date(clock.now() + settings.approvalTimeoutMs).toISOString() : undefined;
  try {
    // In the same step as the registration: whoever can see the card can answer it, and a stop finds it.
    if (!cycle.isAsked) await writer.append([asked(cycle, expiresAt)], 'full');
    const close = async (reason: 'cancelled' | 'expired'): Promise<CycleAnswer> => {
      if (cycles.find({ cycleId: cycle.cycleId }) && log.view.cycles.has(cycle.cycleId)) {
        await writer.append([
          {
            kind: 'approval.closed',
            commitKey: `approval.closed:${cycle.cycleId}`,
            body: { cycleId: cycle.cycleId, reason },
          },
        ]);
      }
      return { type: 'closed', reason };
    };
    if (signal.aborted) return await close('cancelled');
    const waits: Promise<CycleAnswer>[] = [answer];
    if (expiresAt !== undefined)
      waits.push(clock.sleep(settings.approvalTimeoutMs, over.signal).then(() => close('expired')));
    return await Promise.race(waits);
  } finally {
    over.abort();
    cycles.remove(cycle.cycleId);
  }
}

const asked = (cycle: CycleRequest, expiresAt: string | undefined): DraftRecord => ({
  kind: 'approval.asked',
  commitKey: `approval.asked:${cycle.cycleId}`,
  body: {
    cycleId: cycle.cycleId,
    scope: cycle.scope,
    calls: cycle.calls.map(({ call, ruling, always }) => ({
      callId: call.callId,
      tool: call.tool.name,
      header: call.header,
      preview: [...call.preview],
      arguments: call.arguments,
      approvalLabel: call.approvalLabel,
      always: [...always],
      planHash: call.planHash,
      ruling,
    })),
    ...(expiresAt !== undefined && { expiresAt }),
  },
});

/** What came of a call after the stop had given up on it. */
async function recordLate(
  { callId, tool: { name: tool } }: PreparedCall,
  observed: Parameters<typeof guardResult>[0],
  { log, options, writer: { author } }: Running,
): Promise<void> {
  const { outcome } = await guardResult(observed, options.pipeline);
  const result = await settleResult(
    { name: tool, pagesItself: false, callId: `${callId}-late` },
    outcome,
    options.pipeline,
  );
  await log.append(
    [
      {
        kind: 'call.finished',
        commitKey: `call.finished:${callId}:late`,
        body: { callId, tool, result, durationMs: 0, late: true },
      },
    ],
    { author },
  );
}
