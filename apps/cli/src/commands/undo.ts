import { standingChanges } from '@toolstone/kernel';
import { renderFailure } from '@toolstone/protocol';
import { usageFailure } from '../command-failure.ts';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printLine } from '../node/output.ts';
import { findWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import { localPerson } from '../surface.ts';

export interface UndoFlags extends GlobalFlags {
  readonly list?: boolean;
  readonly turn?: string;
}

/** `toolstone undo`: takes back the file changes of a turn, newest first; calls by hand count. */
export async function runUndo(id: string | undefined, flags: UndoFlags): Promise<ExitCode> {
  const program = await compose({ flags, canAsk: false });
  try {
    const row = id === undefined ? await newestWithChanges(program) : await findWorkstream(program, id);
    if (!row)
      throw usageFailure(
        `no file changes of ${program.cwd} are left to take back`,
        'Name a workstream: `toolstone sessions list --all`',
      );
    if (flags.list) return await listChanges(program, row.id);
    const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
    try {
      const done = await session.send({
        id: program.ids.next('m'),
        type: 'undo',
        ...(flags.turn !== undefined && { scope: flags.turn }),
      });
      printLine(
        done.status === 'accepted'
          ? (done.text ?? '')
          : done.status === 'refused'
            ? renderFailure(done.failure)
            : done.status,
      );
      return done.status === 'accepted' ? exitCode.done : exitCode.failed;
    } finally {
      await session.close();
    }
  } finally {
    await program.close();
  }
}

const changesOf = async ({ store }: Program, id: string) => {
  const records = await store.read(id, { limit: 1_000_000 });
  return standingChanges(records.filter((record) => record.kind === 'file.changed'));
};

async function newestWithChanges(program: Program) {
  for (const row of await program.store.list({ cwd: program.cwd, limit: 200 })) {
    if ((await changesOf(program, row.id)).size > 0) return row;
  }
  return undefined;
}

async function listChanges(program: Program, id: string): Promise<ExitCode> {
  const turns = await changesOf(program, id);
  printLine(`${id}: ${turns.size === 0 ? 'nothing to take back' : 'changes that can be taken back'}`);
  for (const [turn, stories] of turns) {
    for (const { path, first } of stories)
      printLine(`  ${turn}  ${first.body.before === 'absent' ? 'new     ' : 'changed '} ${path}`);
  }
  return exitCode.done;
}
