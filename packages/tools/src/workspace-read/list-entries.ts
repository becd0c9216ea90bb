import { failedOutcome, type Outcome, textOutcome, type Workspace, type WorkspaceEntry } from '@toolstone/kernel';
import { nearNames } from '../shared/paths/path-failure.ts';

const MAX_LISTED = 500;

/** All entries of the workspace, or those below a key that is no entry itself but the beginning of some. */
export async function listEntries(workspace: Workspace, prefix: string): Promise<Outcome | undefined> {
  const entries = await workspace.list(prefix);
  if (entries.length === 0 && prefix !== '') return undefined;
  const shown = entries.slice(0, MAX_LISTED);
  const more = entries.length > shown.length ? [`(plus ${entries.length - shown.length} more)`] : [];
  const text = entries.length === 0 ? '(the workspace is empty)' : [...shown.map(describeEntry), ...more].join('\n');
  return textOutcome(text, {
    value: { entries: shown.map(({ key, bytes, mediaType }) => ({ key, bytes, mediaType })), total: entries.length },
    view: {
      type: 'table',
      columns: ['Key', 'Bytes', 'Type'],
      rows: shown.map(({ key, bytes, mediaType }) => [key, bytes.toLocaleString('en'), mediaType]),
    },
  });
}

export const describeEntry = ({ key, bytes, mediaType }: WorkspaceEntry): string =>
  `${key} (${bytes.toLocaleString('en')} bytes, ${mediaType})`;

export async function unknownKey(workspace: Workspace, key: string): Promise<Outcome> {
  const keys = (await workspace.list()).map((entry) => entry.key);
  const near = nearNames(key, keys);
  const nextStep =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Call workspace_read without a key to list what is stored';
  return failedOutcome({
    code: 'WORKSPACE_KEY_UNKNOWN',
    message: `nothing is stored at workspace://${key.slice(0, 200)}`,
    nextStep: keys.length === 0 ? 'The workspace is empty' : nextStep,
  });
}
