import {
  DeadlineError,
  type ExecuteContext,
  failedOutcome,
  type Outcome,
  PortError,
  textOutcome,
  type Workspace,
  type WorkspaceEntry,
} from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { patternTooSlow } from '../shared/line-filter/check-pattern.ts';
import { type ByteSource, textSource } from './byte-source.ts';
import { GREP_SECONDS, grepSource } from './grep-source.ts';
import { describeEntry, listEntries, unknownKey } from './list-entries.ts';
import type { WorkspaceReadPlan } from './plan.ts';
import { type Page, readPage } from './read-page.ts';
import { selectJsonJob } from './select-json-job.ts';
import { isText } from './text-kind.ts';

/** A document must be whole in memory for a path into it. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;
const JSON_DEADLINE_MS = 20_000;

export async function executeWorkspaceRead(plan: WorkspaceReadPlan, context: ExecuteContext): Promise<Outcome> {
  const { workspace } = context;
  const [asked] = plan.keys;
  if (asked === undefined) return (await listEntries(workspace, '')) ?? unknownKey(workspace, '');
  const entry = await findEntry(workspace, plan.keys);
  if (!entry) {
    for (const key of plan.keys) {
      const listed = await listEntries(workspace, key);
      if (listed) return listed;
    }
    return unknownKey(workspace, plan.keys.at(-1) ?? asked);
  }
  const blob = blobSource(workspace, entry);
  if (!(await isText(blob))) return binary(entry);
  const source = plan.path === null ? blob : await selectSource(blob, plan.path, context);
  if ('code' in source) return failedOutcome(source);
  return plan.grep === null
    ? page(entry, source, plan, context)
    : grep(entry, source, { ...plan, pattern: plan.grep }, context);
}

async function findEntry(workspace: Workspace, keys: readonly string[]): Promise<WorkspaceEntry | null> {
  for (const key of keys) {
    const entry = await workspace.stat(key);
    if (entry) return entry;
  }
  return null;
}

function blobSource(workspace: Workspace, { key, blob, bytes }: WorkspaceEntry): ByteSource {
  return {
    bytes,
    async readAt(offset, length) {
      const read = await workspace.readAt(blob, offset, length);
      if (!read) throw new PortError('NOT_FOUND', `the bytes of workspace://${key} are gone`);
      return read;
    },
  };
}

async function selectSource(
  blob: ByteSource,
  path: string,
  { compute, signal }: ExecuteContext,
): Promise<ByteSource | Failure> {
  if (blob.bytes > MAX_JSON_BYTES) return jsonTooLarge(blob.bytes);
  const bytes = await blob.readAt(0, blob.bytes);
  const selected = await compute.run(
    selectJsonJob,
    { bytes, path },
    { signal, deadlineMs: JSON_DEADLINE_MS, bytes: bytes.length },
  );
  switch (selected.status) {
    case 'found':
      return textSource(selected.text);
    case 'missing':
      return {
        code: 'JSON_PATH_MISSING',
        message: `nothing is at ${path}: step ${selected.steps + 1} leads nowhere`,
        nextStep: `Before it there is ${selected.there}`,
      };
    case 'not-json':
      return {
        code: 'JSON_INVALID',
        message: `it is not JSON: ${selected.reason.split('\n')[0] ?? ''}`,
        nextStep: 'Read it without "path", or use "grep"',
      };
  }
}

async function page(
  entry: WorkspaceEntry,
  source: ByteSource,
  plan: WorkspaceReadPlan,
  { signal }: ExecuteContext,
): Promise<Outcome> {
  const read = await readPage(source, plan, signal);
  const { first, last, total, next } = read;
  if (last < first && total !== 0) return failedOutcome(beyondEnd(entry, plan, total));
  const isAll = first === 1 && next === null;
  const parts = isAll
    ? [read.text]
    : [`${heading(entry, plan, read)}\n${read.text}${next ? `\n${continuation(next)}` : ''}`];
  return textOutcome(total === 0 ? '(empty)' : parts.join(''), {
    value: {
      key: entry.key,
      bytes: source.bytes,
      unit: plan.unit,
      first,
      last,
      total,
      next: next ? { ...next } : null,
    },
  });
}

const heading = ({ key }: WorkspaceEntry, { unit }: WorkspaceReadPlan, { first, last, total }: Page): string =>
  `[workspace://${key}: ${unit} ${first}-${last}${total === null ? '' : ` of ${total}`}]`;

const continuation = ({ unit, offset }: NonNullable<Page['next']>): string =>
  `[there is more: offset ${offset}${unit === 'chars' ? ', unit "chars"' : ''}]`;

type Grep = WorkspaceReadPlan & { readonly pattern: string };

async function grep(
  entry: WorkspaceEntry,
  source: ByteSource,
  plan: Grep,
  { compute, signal }: ExecuteContext,
): Promise<Outcome> {
  try {
    const found = await grepSource(source, plan, { compute, signal });
    const { matches, first, last } = found;
    const value = { key: entry.key, matches, first, last };
    if (last < first)
      return textOutcome(matches === 0 ? '(no matches)' : `(only ${matches} matching lines)`, { value });
    const more = last < matches ? `\n[there is more: offset ${last + 1}]` : '';
    return textOutcome(
      `[workspace://${entry.key}: matching lines ${first}-${last} of ${matches}]\n${found.text}${more}`,
      {
        value,
        view: { type: 'matches', matches, files: 1 },
      },
    );
  } catch (error) {
    if (error instanceof DeadlineError) return failedOutcome(patternTooSlow('grep', GREP_SECONDS));
    throw error;
  }
}

const binary = (entry: WorkspaceEntry): Outcome =>
  textOutcome(`workspace://${describeEntry(entry)} is not text; it cannot be shown here.`, {
    value: { key: entry.key, bytes: entry.bytes, mediaType: entry.mediaType, binary: true },
  });

const beyondEnd = ({ key }: WorkspaceEntry, { offset, unit }: WorkspaceReadPlan, total: number | null): Failure => ({
  code: 'OFFSET_BEYOND_END',
  message: `offset ${offset} is beyond the end of workspace://${key}`,
  nextStep: `It has ${total ?? 'fewer'} ${unit}`,
});

const jsonTooLarge = (bytes: number): Failure => ({
  code: 'JSON_TOO_LARGE',
  message: `it has ${bytes.toLocaleString('en')} bytes; a path is followed in at most ${MAX_JSON_BYTES.toLocaleString('en')}`,
  nextStep: 'Use "grep", or read it page by page',
});
