import { runTurn, type TurnEnd } from '../agent/run-turn.ts';
import { toFailure } from '../failure.ts';
import { closingRecords, unfinishedBatch } from '../log/heal-log.ts';
import type { PendingInput } from '../log/view.ts';
import { Superseded } from '../log/workstream-log.ts';
import type { DraftRecord } from '../pipeline/call.ts';
import { runBatch } from '../pipeline/run-batch.ts';
import { batchScope } from './batch-scope.ts';
import { compactByHand } from './compact-by-hand.ts';
import { finishedTurn } from './finished-turn.ts';
import { turnContext } from './turn-context.ts';
import type { Running, TurnPorts, TurnWriter } from './turn-ports.ts';

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
  const writer: TurnWriter = {
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
    const closing = await closingRecords(log.view, 'cancelled', options.pipeline);
    const durationMs = Math.round(clock.monotonic() - startedAt);
    await writer.append([...closing, finishedTurn(log.view.turn, { scope: writer.author.scope, durationMs, ...end })]);
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

function turnStarted(inputs: readonly PendingInput[], scope: string): DraftRecord {
  const isCall = inputs[0]?.body.type === 'call';
  return {
    kind: 'turn.started',
    commitKey: `turn.started:${scope}`,
    body: { scope, inputs: inputs.map(({ body }) => body.inputId), caller: isCall ? 'person' : 'model' },
  };
}
