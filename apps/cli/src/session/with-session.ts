import type { WorkstreamRow } from '@toolstone/kernel';
import type { Program } from '../compose.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../node/interrupts.ts';
import { localPerson } from '../surface.ts';
import { openSession } from './open-session.ts';
import type { Session } from './session.ts';

/**
 * Takes or joins a workstream for one command and lets go of it after. A turn that a dead process left is closed; one that
 * another process has asked this one for in the meantime is not cut off.
 */
export async function withSession<Result>(
  program: Program,
  row: WorkstreamRow,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
  try {
    const result = await run(session);
    await finish(session);
    return result;
  } finally {
    await session.close();
  }
}

async function finish(session: Session): Promise<void> {
  const release = onInterrupt({
    first: () => void session.close().catch(() => undefined), // told by the close that follows
    second: () => process.exit(exitCode.interrupted),
  });
  await session.finish().finally(release);
}
