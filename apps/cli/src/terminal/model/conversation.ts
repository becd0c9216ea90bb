import type { AskedCall, RecordOf, Usage, WorkstreamState } from '@toolstone/protocol';
import { noUsage } from '@toolstone/protocol';
import type { Card } from './card.ts';
import type { FileChange, Item } from './item.ts';

export interface QueuedInput {
  readonly inputId: string;
  readonly text: string;
  readonly record: RecordOf<'input.received'>;
}

export interface OpenCycle {
  readonly cycleId: string;
  readonly calls: readonly AskedCall[];
  readonly expiresAt?: string | undefined;
}

/** A reply that is being written. */
export interface Stream {
  readonly text: string;
  /** Characters of the text that are already among the items. */
  readonly settled: number;
  /** Opens the code block again in whose middle the settled text ends; else empty. */
  readonly reopened: string;
  readonly thinking: string;
  readonly composing?: { readonly name: string; readonly chars: number };
}

export interface OpenTurn {
  readonly scope: string;
  readonly caller: 'model' | 'person';
  readonly startedAtMs: number;
  readonly rounds: number;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly changes: readonly FileChange[];
}

/** What a terminal shows of a workstream: derived from its events alone, so that every reader sees the same. */
export interface Conversation {
  readonly items: readonly Item[];
  readonly queued: readonly QueuedInput[];
  readonly stream: Stream;
  /** Calls of the batch at work that are not among the items yet, in call order. */
  readonly cards: readonly Card[];
  readonly cycles: readonly OpenCycle[];
  readonly turn: OpenTurn | null;
  readonly state: WorkstreamState;
  readonly isCondensing: boolean;
  readonly usage: Usage;
  readonly cost: number | null;
  /** Tokens of the newest prompt and its reply; null before the first and after the context was condensed. */
  readonly contextTokens: number | null;
  /** The lane that answered last, or was switched to. */
  readonly lane: string | null;
  readonly lastSeq: number;
  /** Whether everything that was missed has arrived. */
  readonly isCurrent: boolean;
}

export const noStream: Stream = { text: '', settled: 0, reopened: '', thinking: '' };

export const emptyConversation: Conversation = {
  items: [],
  queued: [],
  stream: noStream,
  cards: [],
  cycles: [],
  turn: null,
  state: 'idle',
  isCondensing: false,
  usage: noUsage,
  cost: null,
  contextTokens: null,
  lane: null,
  lastSeq: 0,
  isCurrent: false,
};

/** The part of the reply that is not among the items yet, as markdown of its own. */
export const openText = ({ text, settled, reopened }: Pick<Stream, 'text' | 'settled' | 'reopened'>): string =>
  reopened + text.slice(settled);

export const isBusy = ({ state, turn, isCondensing }: Conversation): boolean =>
  turn !== null || isCondensing || state === 'thinking' || state === 'running' || state === 'attention';
