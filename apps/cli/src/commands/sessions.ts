import { connectOwner } from '@toolstone/host';
import { partsText } from '@toolstone/kernel';
import { type LogRecord, renderFailure } from '@toolstone/protocol';
import { CommandFailure } from '../command-failure.ts';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine, printTable } from '../node/output.ts';
import { CALL_PREFIX, findWorkstream } from '../session/find-workstream.ts';
import { localPerson } from '../surface.ts';

const withProgram = async (flags: GlobalFlags, run: (program: Program) => Promise<ExitCode>): Promise<ExitCode> => {
  const program = await compose({ flags, canAsk: false });
  try {
    return await run(program);
  } finally {
    await program.close();
  }
};

/** `toolstone sessions list` */
export const listSessions = (
  flags: GlobalFlags & { readonly all?: boolean; readonly json?: boolean },
): Promise<ExitCode> =>
  withProgram(flags, async ({ store, cwd }) => {
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
          `${row.usage.inputTokens + row.usage.outputTokens} tokens`,
          row.name,
        ]),
      );
    return exitCode.done;
  });

/** `toolstone sessions show ID` */
export const showSession = (id: string, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram(flags, async (program) => {
    const row = await findWorkstream(program, id);
    printLine(`${row.id}  ${row.name}\n${row.cwd}, ${row.state}, ${row.head} records\n`);
    for await (const record of recordsOf(program, row.id)) {
      const line = describe(record);
      if (line !== undefined) printLine(line);
    }
    return exitCode.done;
  });

/** `toolstone sessions export ID`: the log itself. */
export const exportSession = (id: string, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram(flags, async (program) => {
    const row = await findWorkstream(program, id);
    for await (const record of recordsOf(program, row.id)) printJson(record);
    return exitCode.done;
  });

/** `toolstone sessions delete ID` */
export const deleteSession = (id: string, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram(flags, async (program) => {
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

const MAX_RESULT_CHARS = 600;

function describe(record: LogRecord): string | undefined {
  switch (record.kind) {
    case 'input.received':
      return record.body.type === 'message'
        ? `\n> ${partsText(record.body.parts)}`
        : `\n> /call ${record.body.tool} ${record.body.arguments}`;
    case 'model.replied': {
      const text = record.body.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
      return text === '' ? undefined : text;
    }
    case 'call.finished': {
      const { result, header, tool } = record.body;
      const text = result.failure ? renderFailure(result.failure) : partsText(result.parts);
      return `● ${header ?? tool} (${result.status})\n${text.slice(0, MAX_RESULT_CHARS).replace(/^/gm, '  ')}`;
    }
    case 'approval.answered':
      return `  ${record.body.decisions.map(({ decision }) => decision).join(', ')} by ${record.principal}${record.body.message === undefined ? '' : `: ${record.body.message}`}`;
    case 'compacted':
      return '— older messages were replaced by a summary —';
    case 'turn.finished':
      return record.body.failure ? renderFailure(record.body.failure) : undefined;
    default:
      return undefined;
  }
}
