import { noUsage, type RecordOf, type WorkstreamEvent } from '@toolstone/protocol';
import { printableLine } from '../terminal/style/printable.ts';
import { truncate } from '../terminal/style/text-width.ts';
import { turnFacts } from '../terminal/style/turn-facts.ts';

const marks = { ok: '✓', failed: '✗', denied: '⊘', cancelled: '◌' } as const;

export interface Progress {
  take(event: WorkstreamEvent): void;
  /** Tells what the turn took. */
  end(turn: RecordOf<'turn.finished'>['body']): void;
}

/** Tells a person who watches what a run is doing: a line a call, and at the end what the turn took, through `tell`. */
export function createProgress(tell: (line: string) => void, width: number): Progress {
  return {
    take(event) {
      if (event.type !== 'record') return;
      const { record } = event;
      if (record.kind !== 'call.finished') return;
      const { header, tool, result } = record.body;
      tell(truncate(`${marks[result.status]} ${printableLine(header ?? tool)}`, width));
    },
    end({ usage = noUsage, cost = null, ...turn }) {
      const facts = turnFacts({ ...turn, usage, cost });
      if (facts.length > 0) tell(`  ${facts.join(' · ')}`);
    },
  };
}
