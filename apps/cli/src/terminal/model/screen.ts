import type { Failure } from '@toolstone/protocol';
import { type Conversation, emptyConversation } from './conversation.ts';
import { type Editor, emptyEditor } from './editor.ts';
import { historyOf, type PromptHistory } from './prompt-history.ts';

/** The model that would answer next, as far as it is known. */
export type LaneInfo =
  | { readonly status: 'looking' }
  | { readonly status: 'found'; readonly id: string; readonly model: string; readonly contextWindow: number }
  | { readonly status: 'missing'; readonly failure: Failure };

export interface Completion {
  readonly kind: 'file' | 'command' | 'model';
  /** Where in the text the completed word begins. */
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly string[];
  readonly selected: number;
}

/** The open question, and how far the person is with its answer. */
export interface ApprovalPanel {
  readonly cycleId: string;
  /** Index of the call that keys are about. */
  readonly selected: number;
  /** Calls that a yes leaves out. */
  readonly leftOut: readonly string[];
  readonly mode: 'choose' | 'yes-message' | 'no-message' | 'edit';
  readonly editor: Editor;
  /** The one argument whose bare text is edited; absent where it is the whole JSON. */
  readonly editedKey?: string;
  readonly problem?: string;
  readonly why?: readonly string[];
  readonly scroll: number;
  readonly shownAtMs: number;
  /** Whether keys answer: not while the person is in the middle of a word of their own. */
  readonly isArmed: boolean;
  readonly isSending: boolean;
}

export interface PickerRow {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}
export interface Picker {
  readonly title: string;
  readonly rows: readonly PickerRow[];
  readonly filter: Editor;
  readonly selected: number;
  readonly purpose: 'resume' | 'model';
}

/** What the commands and the status line need to know of the world around. */
export interface Place {
  readonly version: string;
  readonly cwd: string;
  /** The directory as it is shown, `~` for the home. */
  readonly cwdShown: string;
  readonly isolation: 'none' | 'workspace';
  readonly skipsPermissions: boolean;
  readonly tools: readonly {
    readonly name: string;
    readonly primaryKey: string;
    readonly summary: string;
    readonly asks: boolean;
  }[];
  readonly laneNames: readonly string[];
}

export interface Screen {
  readonly place: Place;
  readonly workstream: { readonly id: string; readonly name: string };
  readonly conversation: Conversation;
  readonly editor: Editor;
  readonly history: PromptHistory;
  readonly lane: LaneInfo;
  readonly approval: ApprovalPanel | null;
  readonly completion: Completion | null;
  readonly picker: Picker | null;
  readonly files: readonly string[] | null;
  readonly areKeysShown: boolean;
  readonly isThinkingShown: boolean;
  /** One line that goes away by itself. */
  readonly hint: { readonly text: string; readonly level: 'info' | 'warning'; readonly untilMs: number } | null;
  /** Until when a second Ctrl+C leaves, a second Escape clears. */
  readonly leaveUntilMs: number;
  readonly clearUntilMs: number;
  readonly lastTypedMs: number;
  readonly nowMs: number;
  readonly columns: number;
}

export const initialScreen = (
  given: Pick<Screen, 'place' | 'workstream' | 'isThinkingShown' | 'nowMs' | 'columns'> & {
    readonly history: readonly string[];
  },
): Screen => ({
  ...given,
  conversation: emptyConversation,
  editor: emptyEditor,
  history: historyOf(given.history),
  lane: { status: 'looking' },
  approval: null,
  completion: null,
  picker: null,
  files: null,
  areKeysShown: false,
  hint: null,
  leaveUntilMs: 0,
  clearUntilMs: 0,
  lastTypedMs: 0,
});
