import { DeadlineError, defineTool, type ExecuteContext, failedOutcome, textOutcome } from '@toolstone/kernel';
import { z } from 'zod';
import type { ShellDelta } from '../shared/background-shells/background-shell.ts';
import { backgroundShells } from '../shared/background-shells/background-shells.ts';
import { shellOwner } from '../shared/background-shells/shell-owner.ts';
import { toShellId, unknownShell } from '../shared/background-shells/unknown-shell.ts';
import { checkPattern, patternTooSlow } from '../shared/line-filter/check-pattern.ts';
import { filterLinesJob } from '../shared/line-filter/filter-lines-job.ts';
import { describeDelta, type FilteredDelta } from './describe-delta.ts';

const FILTER_SECONDS = 2;

interface BashOutputPlan {
  readonly id: string;
  readonly filter: string | null;
}

/** What a background shell has printed since the last read. A read that fails consumes nothing. */
export const bashOutput = defineTool({
  name: 'bash_output',
  description: 'New output of a background shell since the last read, and whether it still runs.',
  input: z.strictObject({
    id: z.string().describe('Such as bash_1'),
    filter: z.string().optional().describe('Regex: show only lines that match; the others are skipped for good'),
  }),
  needs: [backgroundShells],
  meta: {
    effects: 'none',
    primaryKey: 'id',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    follows: 'background shell',
    polls: true,
  },

  prepare({ id, filter }) {
    const failure = filter === undefined ? undefined : checkPattern(filter, 'filter');
    if (failure) return { status: 'refused', failure };
    const plan: BashOutputPlan = { id: toShellId(id), filter: filter ?? null };
    return { status: 'ready', header: `Output of ${plan.id}`, plan, needsApproval: false };
  },

  async execute({ id, filter }, context) {
    const shells = context.service(backgroundShells);
    const owner = shellOwner(context.scope);
    const shell = shells.find(id, owner);
    if (!shell) return failedOutcome(unknownShell(id, shells.list(owner)));
    const { info } = shell;
    const delta = shell.delta();
    const shown = await filterDelta(delta, filter, context);
    if (shown === undefined) return failedOutcome(patternTooSlow('filter', FILTER_SECONDS));
    shell.consume(delta.through);
    const exit = info.state.status === 'exited' ? { exitCode: info.state.code, signal: info.state.signal } : {};
    return textOutcome(describeDelta(info, delta, shown), {
      value: {
        id,
        status: info.state.status,
        ...exit,
        newLines: delta.lines.length,
        shownLines: shown.lines.length,
        droppedLines: delta.dropped,
      },
      handles: { shell: id },
    });
  },
});

async function filterDelta(
  { lines }: ShellDelta,
  pattern: string | null,
  { compute, signal }: Pick<ExecuteContext, 'compute' | 'signal'>,
): Promise<FilteredDelta | undefined> {
  if (pattern === null) return { lines };
  if (lines.length === 0) return { lines, filter: { clipped: 0 } };
  try {
    const { matching, clipped } = await compute.run(
      filterLinesJob,
      { pattern, lines },
      {
        signal,
        deadlineMs: FILTER_SECONDS * 1000,
        bytes: lines.reduce((sum, line) => sum + line.length, 0),
        isolate: true,
      },
    );
    return { lines: matching.map((index) => lines[index] ?? ''), filter: { clipped } };
  } catch (error) {
    if (error instanceof DeadlineError) return undefined;
    throw error;
  }
}
