import type { WorkstreamRow } from '@toolstone/kernel';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { exitCode } from '../exit-code.ts';

/** Names of workstreams that hold single calls by hand; lists leave them out. */
export const CALL_PREFIX = 'call:';

/** The workstream that an id, the beginning of one, or a name means. */
export async function findWorkstream({ store }: Program, wanted: string): Promise<WorkstreamRow> {
  const exact = await store.get(wanted);
  if (exact) return exact;
  const rows = await store.list({ limit: 1000 });
  const matches = rows.filter(({ id, name }) => id.startsWith(wanted) || name === wanted);
  const [first, second] = matches;
  if (first && !second) return first;
  if (second)
    throw usageFailure(
      `"${wanted}" fits ${matches.length} workstreams`,
      `Give more of the id: ${matches
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}`,
    );
  throw new CommandFailure(
    {
      code: 'WORKSTREAM_NOT_FOUND',
      message: `there is no workstream "${wanted}"`,
      nextStep: 'See `toolstone sessions list --all`',
    },
    exitCode.usage,
  );
}

/** The newest conversation of this directory, or undefined. */
export async function newestWorkstream({ store }: Program, cwd: string): Promise<WorkstreamRow | undefined> {
  const rows = await store.list({ cwd, limit: 200 });
  return rows.find(({ name }) => !name.startsWith(CALL_PREFIX));
}

export async function createWorkstream(
  { store, ids, clock }: Program,
  { name, cwd }: { readonly name: string; readonly cwd: string },
): Promise<WorkstreamRow> {
  const id = ids.next('ws');
  await store.create({
    id,
    kind: 'interactive',
    name,
    cwd,
    parent: null,
    forkedFrom: null,
    at: new Date(clock.now()).toISOString(),
  });
  const row = await store.get(id);
  if (!row) throw new Error(`workstream ${id} vanished right after it was created`);
  return row;
}
