import type { Failure, InboxMessage, RecordOf, WorkstreamEvent } from '@toolstone/protocol';
import type { Program } from '../compose.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../node/interrupts.ts';
import type { Session } from './session.ts';

/** What a person or a script says: a message for the model, or a call by hand. */
export type Input = Extract<InboxMessage, { readonly type: 'message' | 'call' }>;
type Question = RecordOf<'approval.asked'>['body'];

export interface Answer {
  readonly decision: 'yes' | 'no';
  readonly message?: string;
}

export interface FollowOptions {
  readonly session: Session;
  readonly program: Program;
  readonly input: Input;
  /** `seq` after which events are followed; of the session's row where it is absent. */
  readonly after?: number;
  readonly onEvent?: (event: WorkstreamEvent) => void;
  /** Asks a person; `signal` aborts where the question is settled elsewhere. Absent where nobody can be asked. */
  readonly onQuestion?: (question: Question, signal: AbortSignal) => Promise<Answer>;
}

export type InputEnd =
  | { readonly status: 'finished'; readonly turn: RecordOf<'turn.finished'>['body'] }
  | { readonly status: 'refused'; readonly failure: Failure };

/**
 * Sends one input and follows the workstream until the turn that took it is over. The first interrupt stops the turn, the
 * second ends the process. Rejects where the workstream cannot be reached any more.
 */
export async function followInput(options: FollowOptions): Promise<InputEnd> {
  const { session, program, input, onEvent, onQuestion } = options;
  const over = new AbortController();
  const questions = new Map<string, AbortController>();
  const release = onInterrupt({
    first: () => void session.send({ id: program.ids.next('m'), type: 'cancel' }).catch(() => undefined), // it is gone already
    second: () => process.exit(exitCode.interrupted),
  });
  let refusal: Failure | undefined;
  let turn: RecordOf<'turn.finished'>['body'] | undefined;
  let scope: string | undefined;

  function ask(question: Question): void {
    if (!onQuestion) return;
    const settled = new AbortController();
    questions.set(question.cycleId, settled);
    void onQuestion(question, settled.signal).then((answer) => {
      if (settled.signal.aborted) return undefined;
      const planHashes = Object.fromEntries(question.calls.map(({ callId, planHash }) => [callId, planHash]));
      const id = program.ids.next('m');
      return session.send({ id, type: 'answer', cycleId: question.cycleId, planHashes, ...answer });
    });
  }

  function settle(cycleId: string): void {
    questions.get(cycleId)?.abort();
    questions.delete(cycleId);
  }

  function take(event: WorkstreamEvent): void {
    onEvent?.(event);
    if (event.type !== 'record') return;
    const { record } = event;
    switch (record.kind) {
      case 'turn.started':
      case 'batch.folded':
        if (record.body.inputs.includes(input.id)) scope = record.body.scope;
        return;
      case 'input.withdrawn':
        if (record.body.inputId === input.id) refusal = withdrawn;
        return;
      case 'approval.asked':
        if (record.body.scope === scope) ask(record.body);
        return;
      case 'approval.answered':
      case 'approval.closed':
        settle(record.body.cycleId);
        return;
      case 'turn.finished':
        if (record.body.scope === scope) turn = record.body;
        return;
      default:
        return;
    }
  }

  try {
    const events = session.subscribe(options.after ?? session.row.head, over.signal);
    const sent = session.send(input).then((acknowledgement) => {
      if (acknowledgement.status !== 'refused') return;
      refusal = acknowledgement.failure;
      over.abort();
    });
    sent.catch(() => over.abort()); // the error itself comes out below
    for await (const event of events) {
      take(event);
      if (turn || refusal) break;
    }
    await sent;
  } finally {
    release();
    over.abort();
    for (const cycleId of [...questions.keys()]) settle(cycleId);
  }
  if (turn) return { status: 'finished', turn };
  return { status: 'refused', failure: refusal ?? lost };
}

const withdrawn: Failure = {
  code: 'INPUT_WITHDRAWN',
  message: 'somebody took this input back before it was its turn',
  nextStep: 'Send it again, or see `toolstone sessions show ID` for what happened',
};

const lost: Failure = {
  code: 'WORKSTREAM_LOST',
  message: 'the workstream was closed before the turn was over',
  nextStep: 'Go on with `toolstone --resume ID`; what was done is in its log',
};
