import type { RecordOf, Usage } from '@toolstone/protocol';
import type { CallRequest } from '../pipeline/call.ts';
import type { MutableReadSet } from '../pipeline/read-set.ts';
import type { Message } from '../ports/lane.ts';

export type PendingInput = RecordOf<'input.received'>;
export type OpenCycle = RecordOf<'approval.asked'>;

export interface OpenBatch {
  /** As they would run: with the arguments that a person has given them, where one has. */
  readonly calls: readonly CallRequest[];
  /** Calls whose arguments a person has replaced. */
  readonly edited: ReadonlySet<string>;
  readonly started: Map<string, RecordOf<'call.started'>>;
  readonly finished: Map<string, RecordOf<'call.finished'>>;
  /** Calls answered with yes that have not started, with what the yes was bound to. */
  readonly approved: Map<
    string,
    { readonly planHash: string; readonly cycleId: string; readonly by: string; readonly at: string }
  >;
  /** Calls answered with no. */
  readonly declined: Map<string, { readonly message: string | undefined }>;
  /** What the model is to be told with the results, because a person said it with a yes. */
  readonly said: string[];
}

/** How a question was settled, and by whom. */
export interface Decided {
  readonly by: string;
  readonly at: string;
  readonly decision: string;
}

export interface OpenTurn {
  readonly scope: string;
  readonly caller: 'model' | 'person';
  readonly principal: string;
  readonly startedAt: string;
  rounds: number;
  /** What its replies, and the summaries that it needed, have used. */
  usage: Usage;
  cost: number | null;
  batch: OpenBatch | null;
}

export interface ContextMessage {
  /** The record that it came from. */
  readonly seq: number;
  readonly message: Message;
}

/** Everything that follows from the records: derived in one pass, kept up record by record. */
export interface WorkstreamView {
  messages: ContextMessage[];
  readonly pending: Map<string, PendingInput>;
  readonly seenInputs: Set<string>;
  turn: OpenTurn | null;
  turns: number;
  readonly cycles: Map<string, OpenCycle>;
  readonly decided: Map<string, Decided>;
  /** The newest decision on a single call. */
  readonly decidedCalls: Map<string, Decided>;
  /** What "always" was answered for, as short rules, by the person that it was said to run as. */
  readonly grants: Map<string, Set<string>>;
  readonly readSet: MutableReadSet;
  readonly changes: RecordOf<'file.changed'>[];
  usage: Usage;
  cost: number | null;
  /** Real prompt size of the newest reply, and how many messages it covered. */
  anchor: { readonly tokens: number; readonly messages: number } | null;
  lane: string | null;
  lastOutcome: RecordOf<'turn.finished'>['body'] | null;
  readonly inputs: Map<string, PendingInput>;
}
