import { connectOwner } from '@toolstone/host';
import type { WorkstreamRow } from '@toolstone/kernel';
import type { LogRecord } from '@toolstone/protocol';
import { CommandFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine, printStyled, printTable } from '../node/output.ts';
import { processEnvironment, readTerminalFacts } from '../node/terminal/terminal-facts.ts';
import { CALL_PREFIX, findWorkstream } from '../session/find-workstream.ts';
import { localPerson } from '../surface.ts';
import { plural, shortCost, usageText } from '../terminal/style/amounts.ts';
import { createTheme, plainTheme } from '../terminal/style/theme.ts';
import { withProgram } from '../with-program.ts';
import { createSessionRenderer } from './render-session.ts';

/** `toolstone sessions list` */
export const listSessions = (
  flags: GlobalFlags & { readonly all?: boolean; readonly json?: boolean },
): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async ({ store, cwd }) => {
    const rows = await store.list(flags.all ? { limit: 1000 } : { cwd, limit: 200 });
    const shown = flags.all ? rows : rows.filter(({ name }) => !name.startsWith(CALL_PREFIX));
    if (flags.json) printJson(shown);
    else if (shown.length === 0)
      printLine(
        flags.all ? 'No workstreams yet.' : `No workstreams in ${cwd}; --all shows those of other directories.`,
      );
    else
      printTable(
        shown.map((row) => [
          row.id,
          row.updatedAt.slice(0, 16).replace('T', ' '),
          row.state,
          usageText(row.usage) || '-',
          row.cost === null ? '' : shortCost(row.cost),
          row.name,
        ]),
      );
    return exitCode.done;
  });

/** `toolstone sessions show ID`: the conversation, its calls and what each turn took. */
export const showSession = (id: string, flags: GlobalFlags & { readonly full?: boolean }): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async (program) => {
    const row = await findWorkstream(program, id);
    printLine(`${row.id}  ${row.name}\n${totals(row)}`);
    const { isTTY, columns } = process.stdout;
    const renderer = createSessionRenderer({
      workspace: program.workspace(row.id),
      isFull: flags.full === true,
      theme: isTTY ? createTheme(readTerminalFacts(processEnvironment(), false)) : plainTheme,
      ...(isTTY && { width: Math.max(20, columns - 1) }),
    });
    for await (const record of recordsOf(program, row.id)) {
      const text = await renderer.render(record);
      if (text !== '') printStyled(text);
    }
    return exitCode.done;
  });

const totals = ({ cwd, state, head, usage, cost }: WorkstreamRow): string =>
  [cwd, state, plural(head, 'record'), usageText(usage), cost === null ? '' : shortCost(cost)]
    .filter((fact) => fact !== '')
    .join(' · ');

/** `toolstone sessions export ID`: the log itself. */
export const exportSession = (id: string, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async (program) => {
    const row = await findWorkstream(program, id);
    for await (const record of recordsOf(program, row.id)) printJson(record);
    return exitCode.done;
  });

/** `toolstone sessions delete ID` */
export const deleteSession = (id: string, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async (program) => {
    const row = await findWorkstream(program, id);
    await requireFree(program, row.id);
    await program.deleteWorkstream(row.id);
    printLine(`deleted ${row.id} (${row.name})`);
    return exitCode.done;
  });

/** A workstream that is open somewhere is not taken away from under it. */
async function requireFree({ store, clock, ownerAddress }: Program, workstreamId: string): Promise<void> {
  const claim = await store.claim({ workstreamId, ownerAddress, nowMs: clock.now(), leaseMs: 60_000 });
  if (claim.status !== 'owned') return;
  const reached = await connectOwner({ address: claim.ownerAddress, workstreamId, sender: localPerson });
  if (reached.status === 'connected') reached.workstream.close();
  if (reached.status === 'dead') return;
  throw new CommandFailure(
    {
      code: 'WORKSTREAM_OPEN',
      message: `${workstreamId} is open in another process`,
      nextStep: 'Close it there first',
    },
    exitCode.failed,
  );
}

const PAGE = 500;

async function* recordsOf({ store }: Program, id: string): AsyncIterable<LogRecord> {
  for (let after = 0; ; ) {
    const page = await store.read(id, { after, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}
