import type { Usage } from '@toolstone/protocol';
import { plural, shortCost, shortDuration, usageText } from './amounts.ts';

export interface TurnAmounts {
  readonly durationMs: number;
  readonly rounds: number;
  readonly usage: Usage;
  readonly cost: number | null;
}

/** What a turn took, in short: `21s`, `5 rounds`, tokens read and written, cost. What is not worth a word is left out. */
export const turnFacts = ({ durationMs, rounds, usage, cost }: TurnAmounts): readonly string[] =>
  [
    // Of a turn that failed before anything was asked, the time is nothing to tell.
    rounds === 0 && durationMs < 100 ? '' : shortDuration(durationMs),
    rounds > 1 ? plural(rounds, 'round') : '',
    usageText(usage),
    cost === null ? '' : shortCost(cost),
  ].filter((fact) => fact !== '');
