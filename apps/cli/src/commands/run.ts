import {
  type LogRecord,
  noUsage,
  type Part,
  type RecordOf,
  type RunOutput,
  renderFailure,
  type WorkstreamEvent,
} from '@toolstone/protocol';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { exitCodeOfTurn } from '../exit-code-of-turn.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printResult, tellLine } from '../node/output.ts';
import { readStandardInput } from '../node/standard-input.ts';
import { attachImages } from '../session/attach-images.ts';
import { createWorkstream, findWorkstream, newestWorkstream } from '../session/find-workstream.ts';
import { followInput } from '../session/follow-input.ts';
import type { Session } from '../session/session.ts';
import { withSession } from '../session/with-session.ts';
import { withProgram } from '../with-program.ts';

export interface RunFlags extends GlobalFlags {
  readonly prompt?: string;
  readonly output: 'text' | 'json' | 'stream-json';
  readonly maxRounds: string;
}

/** `toolstone run`: one turn without a person, its outcome on standard output and in the exit code. */
export async function runHeadless(flags: RunFlags): Promise<ExitCode> {
  const prompt = flags.prompt === undefined || flags.prompt === '-' ? await readStandardInput() : flags.prompt;
  if (prompt.trim() === '') throw usageFailure('there is no prompt', 'Give one with -p TEXT, or on standard input');
  const maxRounds = positiveInteger(flags.maxRounds);
  return withProgram({ flags, canAsk: false, maxRounds }, async (program) => {
    for (const warning of program.warnings) tellLine(`toolstone: ${warning}`);
    const known = await knownWorkstream(program, flags);
    await requireModel(program);
    const row = known ?? (await createWorkstream(program, { name: titleOf(prompt), cwd: program.cwd }));
    return withSession(program, row, (session) => runTurn(session, prompt, flags, program));
  });
}

/** Without a model there is nothing to run: said before a workstream is made. */
async function requireModel(program: Program): Promise<void> {
  const lane = await (await program.lanes()).choose(null);
  if ('failure' in lane) throw new CommandFailure(lane.failure, exitCode.usage);
}

async function knownWorkstream(program: Program, flags: RunFlags) {
  if (flags.resume === true)
    throw usageFailure('--resume needs an id here', 'See `toolstone sessions list`, or use --continue');
  if (flags.resume !== undefined) return findWorkstream(program, flags.resume);
  return flags.continue ? newestWorkstream(program, program.cwd) : undefined;
}

const MAX_TITLE_CHARS = 60;
const titleOf = (prompt: string): string => prompt.trim().replace(/\s+/g, ' ').slice(0, MAX_TITLE_CHARS);

async function runTurn(session: Session, prompt: string, flags: RunFlags, program: Program): Promise<ExitCode> {
  const report = createReport(session.id);
  // Beside the answer, for a person alone: a script gets what it asked for and nothing else.
  const isWatched = flags.output === 'text' && process.stderr.isTTY;
  // What draws costs some 40 ms to load.
  const progress = isWatched
    ? (await import('./run-progress.ts')).createProgress(tellLine, process.stderr.columns ?? 80)
    : undefined;
  const end = await followInput({
    session,
    program,
    input: { id: program.ids.next('in'), type: 'message', parts: [...(await promptParts(prompt, session, program))] },
    onEvent: (event) => {
      if (flags.output === 'stream-json') printJson(event);
      tellNotice(event, flags);
      progress?.take(event);
      if (event.type === 'record') report.take(event.record);
    },
  });
  if (end.status === 'refused') throw new CommandFailure(end.failure, exitCode.failed);
  const code = print(report, end.turn, flags);
  progress?.end(end.turn);
  return code;
}

/** Images that the prompt mentions go with it. */
async function promptParts(prompt: string, session: Session, program: Program): Promise<readonly Part[]> {
  const { parts, remarks } = await attachImages(prompt, {
    program,
    workstreamId: session.id,
    lane: null,
    isTyped: false,
  });
  for (const remark of remarks) tellLine(`toolstone: ${remark}`);
  return parts;
}

type TurnFinished = RecordOf<'turn.finished'>['body'];

interface Report {
  take(record: LogRecord): void;
  output(turn: TurnFinished): RunOutput;
}

function createReport(workstreamId: string): Report {
  let text = '';
  let turns = 0;
  const denied: RunOutput['denied'] = [];
  return {
    take(record) {
      if (record.kind === 'model.replied') {
        turns += 1;
        const said = record.body.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
        if (said !== '') text = said;
      }
      if (record.kind === 'call.finished' && record.body.result.status === 'denied') {
        const { callId, tool, result } = record.body;
        denied.push({ callId, tool, reason: result.failure?.message ?? '', allowWith: result.failure?.nextStep ?? '' });
      }
    },
    output: ({ outcome, isCut, usage = noUsage, cost }) => ({
      workstreamId,
      status: outcome,
      text,
      turns,
      usage,
      ...(cost !== undefined && { cost }),
      ...(isCut && { isCut }),
      denied,
    }),
  };
}

function tellNotice(event: WorkstreamEvent, { output }: RunFlags): void {
  if (event.type === 'notice' && event.level === 'warning' && output !== 'stream-json')
    tellLine(`toolstone: ${event.text}`);
}

function print(report: Report, turn: TurnFinished, flags: RunFlags): ExitCode {
  const output = report.output(turn);
  const { failure } = turn;
  if (flags.output === 'json') printJson(failure ? { ...output, failure } : output);
  if (flags.output === 'text' && output.text !== '') printResult(`${output.text}\n`);
  if (flags.output !== 'stream-json') {
    for (const { tool, reason, allowWith } of output.denied)
      tellLine(`toolstone: ${tool} was denied: ${reason}. ${allowWith}`);
    if (failure) tellLine(renderFailure(failure));
  }
  const code = exitCodeOfTurn(turn);
  return code === exitCode.done && output.denied.length > 0 ? exitCode.denied : code;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw usageFailure(`--max-rounds "${text}" is not a whole number from 1`, 'Give a number such as 100');
  return value;
}
