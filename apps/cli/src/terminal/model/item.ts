import type { Failure, Surface, TurnOutcome, Usage } from '@toolstone/protocol';
import type { Card } from './card.ts';

export interface FileChange {
  readonly path: string;
  readonly isNew: boolean;
}

/** Something that is over and will not change: it is printed once and scrolls away. */
export type Item =
  | { readonly type: 'person'; readonly text: string; readonly surface: Surface; readonly by: string }
  | { readonly type: 'text'; readonly text: string; readonly isContinued: boolean }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'card'; readonly card: Card }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly text: string }
  | { readonly type: 'failure'; readonly failure: Failure }
  | {
      readonly type: 'turn';
      readonly outcome: TurnOutcome;
      readonly durationMs: number;
      readonly rounds: number;
      readonly usage: Usage;
      readonly cost: number | null;
      readonly changes: readonly FileChange[];
      readonly failure?: Failure;
    }
  | { readonly type: 'compacted'; readonly tokensBefore: number; readonly summary: string }
  /** What a command of the terminal said: markdown, or lines as they are. */
  | { readonly type: 'answer'; readonly title?: string; readonly markdown: string }
  | { readonly type: 'lines'; readonly title?: string; readonly lines: readonly string[] }
  | { readonly type: 'welcome'; readonly version: string; readonly cwd: string; readonly isolation: string }
  | { readonly type: 'workstream'; readonly name: string; readonly earlier: number };
