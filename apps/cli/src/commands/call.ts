import { partsText, type Workspace } from '@toolstone/kernel';
import {
  type CallOutput,
  type Failure,
  type Part,
  type RecordOf,
  renderFailure,
  type ToolResult,
  type WorkstreamEvent,
} from '@toolstone/protocol';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { askAboutCalls } from '../node/ask-about-calls.ts';
import { printJson, printResult, tellLine, tellText } from '../node/output.ts';
import { readStandardInput } from '../node/standard-input.ts';
import { CALL_PREFIX, createWorkstream } from '../session/find-workstream.ts';
import { followInput } from '../session/follow-input.ts';
import type { Session } from '../session/session.ts';
import { withSession } from '../session/with-session.ts';
import { nearestWord } from '../terminal/model/fuzzy-match.ts';
import { withProgram } from '../with-program.ts';

export interface CallFlags extends GlobalFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly session?: string;
}

/** `toolstone call`: one tool by hand, through the same pipeline as a model's calls. */
export async function runCall(tool: string, given: string | undefined, flags: CallFlags): Promise<ExitCode> {
  if (flags.session?.trim() === '')
    throw usageFailure('--session needs a name', 'Give one such as --session try, or leave the flag out');
  const args = given === '-' ? await readStandardInput() : (given ?? '');
  const canAsk = !flags.yes && process.stdin.isTTY === true && process.stderr.isTTY === true;
  const permitted = flags.yes ? { ...flags, skipPermissions: true } : flags;
  return withProgram({ flags: permitted, canAsk }, async (program) => {
    if (!program.tools.get(tool)) throw unknownTool(tool, program);
    for (const warning of program.warnings) tellLine(`toolstone: ${warning}`);
    const row = await callWorkstream(program, tool, flags.session);
    const call = { tool, args: given === '-' ? args : spellOut(tool, args, program), flags, program, canAsk };
    return withSession(program, row, (session) => makeCall(session, call));
  });
}

/** A bare text is the tool's main argument: a way of typing that needs no remark, unlike a model's slip. */
function spellOut(tool: string, args: string, { tools }: Program): string {
  const key = tools.get(tool)?.meta.primaryKey;
  return key === undefined || args.trim() === '' || /^\s*[{["`]/.test(args) || args.trim() === 'null'
    ? args
    : JSON.stringify({ [key]: args });
}

function unknownTool(tool: string, { tools }: Program): CommandFailure {
  const near = nearestWord(
    tool,
    tools.all.map(({ name }) => name),
  );
  return usageFailure(
    `there is no tool "${tool}"`,
    `${near === undefined ? '' : `Did you mean ${near}? `}See \`toolstone tools list\``,
  );
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
  readonly canAsk: boolean;
}

async function makeCall(session: Session, { tool, args, flags, program, canAsk }: Call): Promise<ExitCode> {
  const inputId = program.ids.next('in');
  let callId: string | undefined;
  let finished: RecordOf<'call.finished'>['body'] | undefined;
  let folded: RecordOf<'batch.folded'>['body']['results'][number] | undefined;
  let streamed = '';

  function take(event: WorkstreamEvent): void {
    if (event.type === 'output' && event.callId === callId && !flags.json) {
      streamed = event.text.slice(-1);
      (event.stream === 'stdout' ? printResult : tellText)(event.text);
    }
    if (event.type !== 'record') return;
    const { record } = event;
    if (record.kind === 'input.received' && record.body.type === 'call' && record.body.inputId === inputId)
      callId = record.body.callId;
    if (record.kind === 'call.finished' && record.body.callId === callId) finished = record.body;
    if (record.kind === 'batch.folded')
      folded = record.body.results.find((result) => result.callId === callId) ?? folded;
  }

  const end = await followInput({
    session,
    program,
    input: { id: inputId, type: 'call', tool, arguments: args },
    onEvent: take,
    ...(canAsk && { onQuestion: ({ calls }, signal) => askAboutCalls(calls, signal) }),
  });
  if (end.status === 'refused') throw new CommandFailure(end.failure, exitCode.failed);
  if (!finished) return end.turn.outcome === 'interrupted' ? exitCode.interrupted : exitCode.failed;
  const output = await toOutput(finished, folded, {
    workspace: program.workspace(session.id),
    session: flags.session,
  });
  if (flags.json) printJson(output);
  else printText(output, finished.result, streamed);
  return codeOf(output);
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

function printText(output: CallOutput, { failure, notes = [] }: ToolResult, streamed: string): void {
  if (failure?.code === 'DENIED_BY_PERSON' && output.status === 'denied') {
    tellLine('toolstone: not run: you said no');
    return;
  }
  // What has been streamed is not said again; only what became of it.
  const text =
    streamed !== '' ? (failure ? renderFailure(failure).replace(' What it printed follows', '') : '') : output.text;
  if (streamed !== '' && streamed !== '\n' && process.stderr.isTTY) process.stderr.write('\n');
  const print = output.isError ? tellText : printResult;
  print(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  for (const note of notes) tellLine(`toolstone: ${note}`);
}

function codeOf({ status }: CallOutput): ExitCode {
  if (status === 'ok') return exitCode.done;
  if (status === 'denied') return exitCode.denied;
  return status === 'cancelled' ? exitCode.interrupted : exitCode.failed;
}
