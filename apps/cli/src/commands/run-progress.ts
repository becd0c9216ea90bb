import { addUsage, noUsage, type WorkstreamEvent } from '@toolstone/protocol';
import { printableLine } from '../terminal/style/printable.ts';
import { truncate } from '../terminal/style/text-width.ts';
import { turnFacts } from '../terminal/style/turn-facts.ts';

const marks = { ok: '✓', failed: '✗', denied: '⊘', cancelled: '◌' } as const;

export interface Progress {
  take(event: WorkstreamEvent): void;
  /** Tells what the turn took. */
  end(): void;
}

/** Tells a person who watches what a run is doing: a line a call, and at the end what the turn took, through `tell`. */
export function createProgress(tell: (line: string) => void, width: number): Progress {
  let usage = noUsage;
  let cost: number | null = null;
  let turn = { durationMs: 0, rounds: 0 };
  return {
    take(event) {
      if (event.type !== 'record') return;
      const { record } = event;
      if (record.kind === 'model.replied') {
        usage = addUsage(usage, record.body.usage);
        if (record.body.cost !== undefined) cost = (cost ?? 0) + record.body.cost;
      }
      if (record.kind === 'call.finished') {
        const { header, tool, result } = record.body;
        tell(truncate(`${marks[result.status]} ${printableLine(header ?? tool)}`, width));
      }
      if (record.kind === 'turn.finished') turn = record.body;
    },
    end() {
      const facts = turnFacts({ ...turn, usage, cost });
      if (facts.length > 0) tell(`  ${facts.join(' · ')}`);
    },
  };
}
