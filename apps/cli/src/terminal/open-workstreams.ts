import type { WorkstreamRow } from '@toolstone/kernel';
import type { Program } from '../compose.ts';
import { CALL_PREFIX, createWorkstream, findWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import { localPerson } from '../surface.ts';
import { UNNAMED } from './model/workstream-name.ts';
import type { OpenedWorkstream, Workstreams } from './terminal-session.ts';

/** The workstreams of the program's directory, as the terminal opens them. */
export function createWorkstreams(program: Program): Workstreams {
  async function open(row: WorkstreamRow): Promise<OpenedWorkstream> {
    const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'resume' });
    return {
      session,
      name: row.name,
      async close() {
        const wasOwner = session.isOwner;
        await session.close();
        // Nothing was ever said in it: it would only stand in lists.
        const left = wasOwner ? await program.store.get(row.id) : null;
        if (left?.head === 0 && left.name === UNNAMED) await program.deleteWorkstream(row.id);
      },
    };
  }
  return {
    create: async () => open(await createWorkstream(program, { name: UNNAMED, cwd: program.cwd })),
    open: async (wanted) => open(await findWorkstream(program, wanted)),
    async list() {
      const rows = await program.store.list({ cwd: program.cwd, limit: 200 });
      return rows
        .filter(({ name, head }) => head > 0 && !name.startsWith(CALL_PREFIX))
        .map(({ id, name, updatedAt, state, usage }) => ({
          id,
          name,
          updatedAt,
          state,
          tokens: usage.inputTokens + usage.outputTokens,
        }));
    },
  };
}
