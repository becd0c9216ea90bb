import type { Acknowledgement, InboxMessage, WorkstreamEvent } from '@toolstone/protocol';
import type { InputEvent } from '../input/key.ts';
import type { Item } from './item.ts';
import type { LaneInfo, PickerRow, Screen } from './screen.ts';

type WithoutId<Message> = Message extends { readonly id: string } ? Omit<Message, 'id'> : never;
export type Outgoing = WithoutId<InboxMessage>;

/** What the screen asks of the world; whatever comes back comes as a message. */
export type Effect =
  | { readonly type: 'send'; readonly message: Outgoing }
  | { readonly type: 'leave' }
  | { readonly type: 'remember-prompt'; readonly text: string }
  | { readonly type: 'list-files' }
  | { readonly type: 'look-up-lane'; readonly name: string | null }
  | { readonly type: 'list-models' }
  | { readonly type: 'list-workstreams' }
  | { readonly type: 'open-workstream'; readonly id: string }
  | { readonly type: 'new-workstream' }
  | { readonly type: 'explain-call'; readonly tool: string; readonly arguments: string; readonly isForPanel: boolean }
  | { readonly type: 'list-changes' }
  | { readonly type: 'show-pager'; readonly what: 'transcript' | 'approval' }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'clear-screen' }
  | { readonly type: 'redraw' }
  | { readonly type: 'suspend' };

/** Everything that changes the screen. */
export type ScreenMessage =
  | { readonly type: 'events'; readonly events: readonly WorkstreamEvent[] }
  | { readonly type: 'input'; readonly input: InputEvent }
  | { readonly type: 'tick' }
  | { readonly type: 'resized'; readonly columns: number }
  | { readonly type: 'acknowledged'; readonly sent: Outgoing; readonly acknowledgement: Acknowledgement }
  | { readonly type: 'lane'; readonly lane: LaneInfo }
  | { readonly type: 'files'; readonly files: readonly string[] }
  | { readonly type: 'print'; readonly item: Item }
  | { readonly type: 'hint'; readonly text: string; readonly level: 'info' | 'warning' }
  | { readonly type: 'explained'; readonly lines: readonly string[] }
  | {
      readonly type: 'pick';
      readonly title: string;
      readonly purpose: 'resume' | 'model';
      readonly rows: readonly PickerRow[];
    }
  | { readonly type: 'opened'; readonly workstream: Screen['workstream'] };

export interface Step {
  readonly screen: Screen;
  readonly effects: readonly Effect[];
}

export const step = (screen: Screen, ...effects: readonly Effect[]): Step => ({ screen, effects });
