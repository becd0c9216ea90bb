import type { TurnEnd } from '../agent/run-turn.ts';
import type { OpenTurn } from '../log/view.ts';
import type { DraftRecord } from '../pipeline/call.ts';

/** The last record of a turn: how it ended, and what it took. */
export const finishedTurn = (
  turn: OpenTurn | null,
  end: TurnEnd & { readonly scope: string; readonly durationMs: number },
): DraftRecord => ({
  kind: 'turn.finished',
  commitKey: `turn.finished:${end.scope}`,
  body: {
    ...end,
    rounds: turn?.rounds ?? 0,
    ...(turn && { usage: turn.usage }),
    ...(turn && turn.cost !== null && { cost: turn.cost }),
  },
});
