import { standingChanges } from '@toolstone/kernel';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printLine } from '../node/output.ts';
import { findWorkstream } from '../session/find-workstream.ts';
import { withSession } from '../session/with-session.ts';
import { pathIn, undoneIn } from '../terminal/style/path-in.ts';
import { withProgram } from '../with-program.ts';

export interface UndoFlags extends GlobalFlags {
  readonly list?: boolean;
  readonly turn?: string;
}

/** `toolstone undo`: takes back the file changes of a turn, newest first; calls by hand count. */
export async function runUndo(id: string | undefined, flags: UndoFlags): Promise<ExitCode> {
  return withProgram({ flags, canAsk: false }, async (program) => {
    const row = id === undefined ? await newestWithChanges(program) : await findWorkstream(program, id);
    if (!row)
      throw usageFailure(
        `no file changes of ${program.cwd} are left to take back`,
        'Name a workstream: `toolstone sessions list --all`',
      );
    if (flags.list) return await listChanges(program, row.id);
    const done = await withSession(program, row, (session) =>
      session.send({
        id: program.ids.next('m'),
        type: 'undo',
        ...(flags.turn !== undefined && { scope: flags.turn }),
      }),
    );
    if (done.status === 'refused') throw new CommandFailure(done.failure, exitCode.failed);
    printLine(done.status === 'accepted' ? undoneIn(program.cwd, done.text ?? '') : done.status);
    return done.status === 'accepted' ? exitCode.done : exitCode.failed;
  });
}

const changesOf = async ({ store }: Program, id: string) => standingChanges(await store.readKind(id, 'file.changed'));

/**
 * Asks for the few workstreams that have changed files at all, and of those for the changes alone. One that a dead process
 * left in the middle of a call may have written what is not on record yet: opening it tells.
 */
async function newestWithChanges(program: Program) {
  const { cwd, store } = program;
  const changed = new Set((await store.list({ cwd, having: 'file.changed' })).map(({ id }) => id));
  for (const row of await store.list({ cwd })) {
    if (changed.has(row.id) && (await changesOf(program, row.id)).size > 0) return row;
    if (row.state !== 'running') continue;
    await withSession(program, row, async () => undefined);
    if ((await changesOf(program, row.id)).size > 0) return row;
  }
  return undefined;
}

async function listChanges(program: Program, id: string): Promise<ExitCode> {
  const turns = await changesOf(program, id);
  printLine(`${id}: ${turns.size === 0 ? 'nothing to take back' : 'changes that can be taken back'}`);
  for (const [turn, stories] of turns) {
    for (const { path, first } of stories)
      printLine(`  ${turn}  ${first.body.before === 'absent' ? 'new     ' : 'changed '} ${pathIn(program.cwd, path)}`);
  }
  return exitCode.done;
}
