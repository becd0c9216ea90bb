import type { WorkstreamRow } from '@toolstone/kernel';
import type { Program } from '../compose.ts';
import { localPerson } from '../surface.ts';
import { openSession } from './open-session.ts';
import type { Session } from './session.ts';

/** Takes or joins a workstream for one command and lets go of it after. A turn that a dead process left is closed. */
export async function withSession<Result>(
  program: Program,
  row: WorkstreamRow,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
  try {
    return await run(session);
  } finally {
    await session.close();
  }
}
