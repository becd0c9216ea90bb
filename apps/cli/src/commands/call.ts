import { partsText, type Workspace } from '@toolstone/kernel';
import {
  type AskedCall,
  type CallOutput,
  type Failure,
  type Part,
  type RecordOf,
  renderFailure,
  type ToolResult,
} from '@toolstone/protocol';
import { usageFailure } from '../command-failure.ts';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { askInTerminal } from '../node/ask-in-terminal.ts';
import { onInterrupt } from '../node/interrupts.ts';
import { readStandardInput } from '../node/standard-input.ts';
import { renderPreview } from '../render-view.ts';
import { CALL_PREFIX, createWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import { localPerson } from '../surface.ts';

export interface CallFlags extends GlobalFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly session?: string;
}

/** `toolstone call`: one tool by hand, through the same pipeline as a model's calls. */
export async function runCall(tool: string, given: string | undefined, flags: CallFlags): Promise<ExitCode> {
  const args = given === '-' ? await readStandardInput() : (given ?? '');
  const canAsk = !flags.yes && process.stdin.isTTY === true && process.stderr.isTTY === true;
  const program = await compose({ flags: flags.yes ? { ...flags, skipPermissions: true } : flags, canAsk });
  try {
    if (!program.tools.get(tool)) throw usageFailure(`there is no tool "${tool}"`, 'See `toolstone tools list`');
    for (const warning of program.warnings) process.stderr.write(`toolstone: ${warning}\n`);
    const row = await callWorkstream(program, tool, flags.session);
    const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
    try {
      return await makeCall(session, { tool, args, flags, program });
    } finally {
      await session.close();
    }
  } finally {
    await program.close();
  }
}

async function callWorkstream(program: Program, tool: string, name: string | undefined) {
  if (name === undefined) return createWorkstream(program, { name: `${CALL_PREFIX}${tool}`, cwd: program.cwd });
  const [known] = await program.store.list({ cwd: program.cwd, name: `${CALL_PREFIX}@${name}`, limit: 1 });
  return known ?? createWorkstream(program, { name: `${CALL_PREFIX}@${name}`, cwd: program.cwd });
}

interface Call {
  readonly tool: string;
  readonly args: string;
  readonly flags: CallFlags;
  readonly program: Program;
}

async function makeCall(session: Session, { tool, args, flags, program }: Call): Promise<ExitCode> {
  const over = new AbortController();
  const inputId = program.ids.next('in');
  const release = onInterrupt({
    first: () => void session.send({ id: program.ids.next('m'), type: 'cancel' }),
    second: () => process.exit(exitCode.interrupted),
  });
  let callId: string | undefined;
  let finished: RecordOf<'call.finished'>['body'] | undefined;
  let folded: RecordOf<'batch.folded'>['body']['results'][number] | undefined;
  let hasStreamed = false;
  try {
    const events = session.subscribe(session.row.head, over.signal);
    const sent = session.send({ id: inputId, type: 'call', tool, arguments: args });
    for await (const event of events) {
      if (event.type === 'output' && event.callId === callId && !flags.json) {
        hasStreamed = true;
        (event.stream === 'stdout' ? process.stdout : process.stderr).write(event.text);
      }
      if (event.type !== 'record') continue;
      const { record } = event;
      if (record.kind === 'input.received' && record.body.type === 'call' && record.body.inputId === inputId)
        callId = record.body.callId;
      if (record.kind === 'approval.asked') void answer(session, record, program);
      if (record.kind === 'call.finished' && record.body.callId === callId) finished = record.body;
      if (record.kind === 'batch.folded')
        folded = record.body.results.find((result) => result.callId === callId) ?? folded;
      if (record.kind === 'turn.finished' && finished) break;
    }
    await sent;
  } finally {
    release();
    over.abort();
  }
  if (!finished) return exitCode.failed;
  const output = await toOutput(finished, folded, {
    workspace: program.workspace(session.id),
    session: flags.session,
  });
  if (flags.json) process.stdout.write(`${JSON.stringify(output)}\n`);
  else printText(output, finished.result, hasStreamed);
  return codeOf(output);
}

async function answer(session: Session, { body }: RecordOf<'approval.asked'>, program: Program): Promise<void> {
  for (const call of body.calls) {
    const reply = await askInTerminal(questionOf(call));
    await session.send({
      id: program.ids.next('m'),
      type: 'answer',
      cycleId: body.cycleId,
      decision: reply.isYes ? 'yes' : 'no',
      planHashes: { [call.callId]: call.planHash },
      ...(reply.message !== undefined && { message: reply.message }),
    });
  }
}

function questionOf({ header, preview, ruling }: AskedCall): string {
  const shown = preview.map(renderPreview).filter((text) => text !== '');
  return [header, ...shown, `(${ruling.reason})`, 'Run it? [y/n, with a message after a comma] '].join('\n');
}

/** The whole guarded result, offloaded text read back: a program asked for it, not a model. */
async function toOutput(
  { callId, tool, result, durationMs }: RecordOf<'call.finished'>['body'],
  folded: RecordOf<'batch.folded'>['body']['results'][number] | undefined,
  { workspace, session }: { readonly workspace: Workspace; readonly session: string | undefined },
): Promise<CallOutput> {
  const texts = await Promise.all(
    result.parts.map(async (part: Part) => {
      if (part.type === 'text' || !part.mediaType.startsWith('text/')) return partsText([part]);
      return new TextDecoder().decode((await workspace.readAt(part.blob, 0, part.bytes)) ?? new Uint8Array());
    }),
  );
  const blobs = result.parts.filter((part) => part.type === 'blob' && !part.mediaType.startsWith('text/'));
  const workspaceRef = result.handles?.['workspace'];
  return {
    callId,
    tool,
    status: result.status,
    isError: result.status !== 'ok',
    text: [...(result.failure ? [renderFailure(withHint(result.failure, session))] : []), ...texts].join('\n'),
    ...(result.value !== undefined && { value: result.value }),
    ...(blobs.length > 0 && { content: result.parts }),
    effect: result.effect,
    durationMs,
    truncated: folded?.truncated ?? false,
    ...(workspaceRef !== undefined && { workspaceRef }),
    ...(result.isolation !== undefined && { isolation: result.isolation }),
  };
}

/** Each call is a workstream of its own unless it is given one: what was read before is not known in it. */
const withHint = (failure: Failure, session: string | undefined): Failure =>
  failure.code === 'FILE_NOT_READ' && session === undefined
    ? { ...failure, nextStep: `${failure.nextStep}. Give both calls the same --session NAME: they share what was read` }
    : failure;

function printText(output: CallOutput, result: ToolResult, hasStreamed: boolean): void {
  const stream = output.isError ? process.stderr : process.stdout;
  if (!hasStreamed || output.isError)
    stream.write(output.text.endsWith('\n') || output.text === '' ? output.text : `${output.text}\n`);
  for (const note of result.notes ?? []) process.stderr.write(`toolstone: ${note}\n`);
}

function codeOf({ status }: CallOutput): ExitCode {
  if (status === 'ok') return exitCode.done;
  if (status === 'denied') return exitCode.denied;
  return status === 'cancelled' ? exitCode.interrupted : exitCode.failed;
}
