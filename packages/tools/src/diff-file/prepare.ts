import type { PrepareContext, Prepared } from '@toolstone/kernel';
import type { Failure, FileRead } from '@toolstone/protocol';
import { locateFile } from '../shared/paths/locate-file.ts';
import { plannedRead } from '../shared/paths/planned-read.ts';
import { unusablePath } from '../shared/paths/resolve-path.ts';
import type { DiffInput } from './diff-input.ts';
import type { DiffPlan, DiffTarget } from './plan.ts';

export async function prepareDiff(input: DiffInput, context: PrepareContext): Promise<Prepared<DiffPlan>> {
  const { path_a: pathA, path_b: pathB, content_b: contentB } = input;
  if (pathB !== undefined && contentB !== undefined)
    return refused(sidesFailure('both path_b and content_b were given'));
  if (pathB === undefined && contentB === undefined)
    return refused(sidesFailure('neither path_b nor content_b was given'));
  const unusable = unusablePath(pathA, 'path_a') ?? (pathB === undefined ? undefined : unusablePath(pathB, 'path_b'));
  if (unusable) return refused(unusable);
  const a = await target(pathA, context);
  const b = pathB === undefined ? null : await target(pathB, context);
  const targets = b === null ? [a] : [a, b];
  return {
    status: 'ready',
    header: `Compare ${a.file.shown} with ${b === null ? 'given text' : b.file.shown}`,
    plan: {
      a: a.file,
      b: b === null ? { kind: 'content', text: contentB ?? '' } : b.file,
      contextLines: input.context_lines,
    },
    touches: targets.map(({ file }) => ({ path: file.real, access: 'read' })),
    needsApproval: false,
    plannedReads: targets.flatMap(({ reads }) => reads),
  };
}

async function target(
  path: string,
  context: PrepareContext,
): Promise<{ readonly file: DiffTarget; readonly reads: readonly FileRead[] }> {
  const file = await locateFile(context.files, path, context);
  const reads = await plannedRead(context.files, file);
  return { file: { kind: 'file', path: file.path, real: file.real, shown: file.shown }, reads };
}

const sidesFailure = (message: string): Failure => ({
  code: 'DIFF_SIDES',
  message,
  nextStep: 'Give path_b to compare two files, or content_b to compare a file with a text',
});

const refused = (failure: Failure) => ({ status: 'refused', failure }) as const;
