import type { Acknowledgement, InboxMessage, LogRecord, WorkstreamEvent, WorkstreamState } from '@toolstone/protocol';
import { type CycleRegistry, createCycleRegistry, isWithin } from '../approval/cycle-registry.ts';
import { closingRecords } from '../log/heal-log.ts';
import { workstreamState } from '../log/projection.ts';
import type { WorkstreamView } from '../log/view.ts';
import { type Author, openLog, Superseded, type WorkstreamLog } from '../log/workstream-log.ts';
import { answerCycle, expireCycle } from './answer-cycle.ts';
import { finishedTurn } from './finished-turn.ts';
import { accepted, createInbox, type Expiry, refusedMessage, type Sender } from './inbox.ts';
import type { WorkstreamOptions } from './options.ts';
import { nextInputs, receivedInput, withdrawnInput } from './queued-inputs.ts';
import { type RunningTurn, runningTurn } from './running-turn.ts';
import { createSubscribers } from './subscribers.ts';
import { undoChanges } from './undo.ts';

/** A durable conversation with one owner: this object. Everyone else, this process included, sends it messages. */
export interface Workstream {
  readonly id: string;
  readonly state: WorkstreamState;
  readonly view: WorkstreamView;
  send(message: InboxMessage, sender?: Sender): Promise<Acknowledgement>;
  subscribe(after: number, signal: AbortSignal): AsyncIterable<WorkstreamEvent>;
  /** Settles when no turn runs and nothing waits. */
  idle(): Promise<void>;
  /**
   * Stops what runs, marks it honestly, and ends. With `handOver` the turn that runs comes to its end first; inputs that
   * wait or come meanwhile stay queued for the next owner.
   */
  close(options?: { readonly handOver?: boolean }): Promise<void>;
}

export async function openWorkstream(options: WorkstreamOptions): Promise<Workstream> {
  const { store, row, pipeline } = options;
  const cycles: CycleRegistry = createCycleRegistry();
  let lastState: WorkstreamState | undefined;
  const log = await openLog({ store, row, clock: pipeline.clock, onRecord });
  const subscribers = createSubscribers({
    read: (after) => store.read(row.id, { after }),
    head: () => log.head,
    state: () => workstreamState(log.view),
  });
  let running: RunningTurn | undefined;
  let isClosing = false;
  let isHandingOver = false;
  let onIdle: (() => void)[] = [];
  const inbox = createInbox(take);

  function onRecord(record: LogRecord): void {
    subscribers.publish({ type: 'record', record });
    const state = workstreamState(log.view);
    if (state !== lastState) subscribers.publish({ type: 'state', state });
    lastState = state;
  }

  const author = (sender: Sender, scope = ''): Author => ({ ...sender, scope });
  const append = (
    drafts: Parameters<WorkstreamLog['append']>[0],
    sender: Sender,
    more: { sync?: 'full'; raise?: boolean; scope?: string } = {},
  ) =>
    log.append(drafts, {
      author: author(sender, more.scope),
      ...(more.sync && { sync: more.sync }),
      ...(more.raise && { raise: true }),
    });

  const desk = { log, cycles, author, clock: pipeline.clock, owner: options.owner };

  async function take(message: InboxMessage | Expiry, sender: Sender): Promise<Acknowledgement> {
    switch (message.type) {
      case 'message':
      case 'call':
        return takeInput(message, sender);
      case 'answer':
        return answerCycle(message, sender, desk);
      case 'expire':
        await expireCycle(message.cycleId, desk);
        return accepted(message.id);
      case 'cancel':
        await cancel(message.scope, sender);
        return accepted(message.id);
      case 'withdraw':
        return withdraw(message, sender);
      case 'compact':
        return compactNow(message);
      case 'undo':
        return undo(message, sender);
      case 'switch':
        return switchLane(message, sender);
      case 'rename':
        await store.rename(row.id, message.name);
        return accepted(message.id);
    }
  }

  async function takeInput(
    message: Extract<InboxMessage, { type: 'message' | 'call' }>,
    sender: Sender,
  ): Promise<Acknowledgement> {
    if (isClosing) return refusedMessage(message.id, closingFailure);
    if (log.view.seenInputs.has(message.id)) return accepted(message.id);
    await append([receivedInput(message, () => pipeline.ids.next('call'))], sender, { sync: 'full' });
    pump();
    return accepted(message.id);
  }

  async function withdraw(
    message: Extract<InboxMessage, { type: 'withdraw' }>,
    sender: Sender,
  ): Promise<Acknowledgement> {
    if (!log.view.pending.has(message.inputId)) return refusedMessage(message.id, notQueued);
    await append([withdrawnInput(message.inputId)], sender);
    return accepted(message.id);
  }

  async function compactNow(message: Extract<InboxMessage, { type: 'compact' }>): Promise<Acknowledgement> {
    if (running) return refusedMessage(message.id, busy('condense the conversation'));
    running = runningTurn({ type: 'compact' }, turnPorts());
    void settleTurn(running);
    return accepted(message.id);
  }

  async function switchLane(
    message: Extract<InboxMessage, { type: 'switch' }>,
    sender: Sender,
  ): Promise<Acknowledgement> {
    const lane = await options.lane(message.lane);
    if ('failure' in lane) return refusedMessage(message.id, lane.failure);
    await append(
      [{ kind: 'agent.switched', commitKey: `agent.switched:${message.id}`, body: { lane: message.lane } }],
      sender,
    );
    return accepted(message.id);
  }

  async function undo(message: Extract<InboxMessage, { type: 'undo' }>, sender: Sender): Promise<Acknowledgement> {
    if (running) return refusedMessage(message.id, busy('take changes back'));
    const { files } = pipeline.environment;
    const undone = await undoChanges(message, {
      files,
      workspace: pipeline.workspace,
      hasher: pipeline.hasher,
      changes: () => log.view.changes,
      append: (records) => append(records, sender, { sync: 'full' }),
    });
    return undone.status === 'undone'
      ? accepted(message.id, undone.lines.join('\n'))
      : refusedMessage(message.id, undone.failure);
  }

  /**
   * After a crash a card can be seen, and answered, before its calls have been prepared again. The answer waits outside
   * of the inbox, so that a stop still gets through.
   */
  async function untilLive(answer: Extract<InboxMessage, { type: 'answer' }>): Promise<void> {
    const isOpen = (): boolean =>
      [...log.view.cycles.values()].some(
        ({ body }) => body.cycleId === answer.cycleId || body.calls.some(({ callId }) => callId === answer.callId),
      );
    while (running && !cycles.find(answer) && isOpen()) await Promise.race([cycles.added(), running.ended]);
  }

  /**
   * Raises the generation and closes the open cycles in one step: what has not started by then never will. The turn is
   * told first, so that whatever it appends after this step, it appends as a turn that has been stopped.
   */
  async function cancel(scope: string | undefined, sender: Sender): Promise<void> {
    const turn = running;
    // A stop of one turn that comes late must not meet the next one.
    if (!turn || (scope !== undefined && !isWithin(turn.scope, scope) && !isWithin(scope, turn.scope))) return;
    const open = cycles.within(scope);
    turn.abort();
    await append(
      open.map(
        ({ cycleId }) =>
          ({
            kind: 'approval.closed',
            commitKey: `approval.closed:${cycleId}`,
            body: { cycleId, reason: 'cancelled' },
          }) as const,
      ),
      sender,
      { raise: true },
    );
    for (const cycle of open) {
      cycles.remove(cycle.cycleId);
      cycle.settle({ type: 'closed', reason: 'cancelled' });
    }
  }

  const expire = async (cycleId: string): Promise<void> => {
    await inbox.put({ type: 'expire', id: `expire:${cycleId}`, cycleId }, options.owner);
  };
  const turnPorts = () => ({ options, log, cycles, publish: subscribers.publish, expire });

  /** Starts the next turn where something waits and nothing runs. */
  function pump(): void {
    if (running || isClosing || isHandingOver) return;
    const inputs = nextInputs([...log.view.pending.values()]);
    if (inputs.length === 0) {
      for (const settle of onIdle) settle();
      onIdle = [];
      return;
    }
    running = runningTurn({ type: 'inputs', inputs }, turnPorts());
    void settleTurn(running);
  }

  async function settleTurn(turn: RunningTurn): Promise<void> {
    const end = await turn.ended;
    if (running === turn) running = undefined;
    if (end === 'lost') {
      giveUp();
      return;
    }
    const state = workstreamState(log.view);
    if (state !== lastState) subscribers.publish({ type: 'state', state });
    lastState = state;
    pump();
  }

  /** What cannot be written down is not done: readers are let go, and whoever opens the workstream again heals it. */
  function giveUp(): void {
    isClosing = true;
    for (const settle of onIdle) settle();
    onIdle = [];
    subscribers.close();
  }

  async function healInterrupted(): Promise<void> {
    const { turn } = log.view;
    if (!turn) return;
    if (options.onInterrupted === 'resume' && (turn.batch || turn.caller === 'model')) {
      running = runningTurn({ type: 'resume' }, turnPorts());
      void settleTurn(running);
      return;
    }
    const { scope } = turn;
    const { areLeftoversEnded } = options;
    const closing = await closingRecords(log.view, 'interrupted', {
      ...pipeline,
      ...(areLeftoversEnded !== undefined && { areLeftoversEnded }),
    });
    await append([...closing, finishedTurn(turn, { scope, outcome: 'interrupted', durationMs: 0 })], options.owner, {
      scope,
    });
  }

  await healInterrupted();
  pump();

  return {
    id: row.id,
    get state() {
      return workstreamState(log.view);
    },
    get view() {
      return log.view;
    },
    async send(message, sender = options.owner) {
      if (message.type === 'answer') await untilLive(message);
      return inbox.put(message, sender);
    },
    subscribe: subscribers.subscribe,
    async idle() {
      await inbox.drained();
      if (!running && log.view.pending.size === 0) return;
      await new Promise<void>((resolve) => onIdle.push(resolve));
    },
    async close({ handOver = false } = {}) {
      isHandingOver ||= handOver;
      if (handOver) await running?.ended;
      isClosing = true;
      try {
        // In its turn like every stop: what was sent before it is still taken, an answer that comes after it is too late.
        await inbox.put({ type: 'cancel', id: 'close' }, options.owner);
        await running?.ended;
      } catch (error) {
        if (!(error instanceof Superseded)) throw error; // another owner goes on: nothing of this one may land
      } finally {
        for (const settle of onIdle) settle();
        subscribers.close();
      }
    },
  };
}

const closingFailure = {
  code: 'WORKSTREAM_CLOSING',
  message: 'the workstream is being closed',
  nextStep: 'Send it again once it is open',
} as const;
const notQueued = {
  code: 'INPUT_NOT_QUEUED',
  message: 'no queued message has this id',
  nextStep: 'It may have been taken already; send another message',
} as const;
const busy = (what: string) =>
  ({
    code: 'WORKSTREAM_BUSY',
    message: `a turn is running; it is not possible to ${what} now`,
    nextStep: 'Wait for it to end, or stop it first',
  }) as const;
