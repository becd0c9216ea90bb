import { unreachableCodes } from '@toolstone/kernel';
import {
  addUsage,
  type LogRecord,
  noUsage,
  type RecordOf,
  type RunOutput,
  renderFailure,
  type WorkstreamEvent,
} from '@toolstone/protocol';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { onInterrupt } from '../node/interrupts.ts';
import { readStandardInput } from '../node/standard-input.ts';
import { createWorkstream, findWorkstream, newestWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import { localPerson } from '../surface.ts';

export interface RunFlags extends GlobalFlags {
  readonly prompt?: string;
  readonly output: 'text' | 'json' | 'stream-json';
  readonly maxRounds: string;
}

/** `toolstone run`: one turn without a person, its outcome on standard output and in the exit code. */
export async function runHeadless(flags: RunFlags): Promise<ExitCode> {
  const prompt = flags.prompt === undefined || flags.prompt === '-' ? await readStandardInput() : flags.prompt;
  if (prompt.trim() === '') throw usageFailure('there is no prompt', 'Give one with -p TEXT, or on standard input');
  const program = await compose({ flags, canAsk: false, maxRounds: positiveInteger(flags.maxRounds) });
  try {
    for (const warning of program.warnings) process.stderr.write(`toolstone: ${warning}\n`);
    const known = await knownWorkstream(program, flags);
    await requireModel(program);
    const row = known ?? (await createWorkstream(program, { name: titleOf(prompt), cwd: program.cwd }));
    const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
    try {
      return await runTurn(session, prompt, flags, program);
    } finally {
      await session.close();
    }
  } finally {
    await program.close();
  }
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
  const over = new AbortController();
  const report = createReport(session.id);
  const inputId = program.ids.next('in');
  const release = onInterrupt({
    first: () => void session.send({ id: program.ids.next('m'), type: 'cancel' }),
    second: () => process.exit(exitCode.interrupted),
  });
  try {
    const events = session.subscribe(session.row.head, over.signal);
    const sent = session.send({ id: inputId, type: 'message', parts: [{ type: 'text', text: prompt }] });
    let scope: string | undefined;
    for await (const event of events) {
      if (flags.output === 'stream-json') process.stdout.write(`${JSON.stringify(event)}\n`);
      tellNotice(event, flags);
      if (event.type !== 'record') continue;
      if (event.record.kind === 'turn.started' && event.record.body.inputs.includes(inputId))
        scope = event.record.body.scope;
      if (event.record.kind === 'batch.folded' && event.record.body.inputs.includes(inputId))
        scope = event.record.body.scope;
      report.take(event.record);
      if (event.record.kind === 'turn.finished' && event.record.body.scope === scope) break;
    }
    await sent;
  } finally {
    release();
    over.abort();
  }
  return print(report, flags);
}

interface Report {
  take(record: LogRecord): void;
  output(): RunOutput;
  readonly finished: RecordOf<'turn.finished'>['body'] | undefined;
}

function createReport(workstreamId: string): Report {
  let text = '';
  let turns = 0;
  let usage = noUsage;
  let cost: number | undefined;
  let finished: RecordOf<'turn.finished'>['body'] | undefined;
  const denied: RunOutput['denied'] = [];
  return {
    take(record) {
      if (record.kind === 'model.replied') {
        turns += 1;
        usage = addUsage(usage, record.body.usage);
        if (record.body.cost !== undefined) cost = (cost ?? 0) + record.body.cost;
        const said = record.body.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
        if (said !== '') text = said;
      }
      if (record.kind === 'call.finished' && record.body.result.status === 'denied') {
        const { callId, tool, result } = record.body;
        denied.push({ callId, tool, reason: result.failure?.message ?? '', allowWith: result.failure?.nextStep ?? '' });
      }
      if (record.kind === 'turn.finished') finished = record.body;
    },
    output: () => ({
      workstreamId,
      status: finished?.outcome ?? 'failed',
      text,
      turns,
      usage,
      ...(cost !== undefined && { cost }),
      denied,
    }),
    get finished() {
      return finished;
    },
  };
}

function tellNotice(event: WorkstreamEvent, { output }: RunFlags): void {
  if (event.type === 'notice' && event.level === 'warning' && output !== 'stream-json')
    process.stderr.write(`toolstone: ${event.text}\n`);
}

function print(report: Report, flags: RunFlags): ExitCode {
  const output = report.output();
  const failure = report.finished?.failure;
  if (flags.output === 'json') process.stdout.write(`${JSON.stringify(failure ? { ...output, failure } : output)}\n`);
  if (flags.output === 'text' && output.text !== '') process.stdout.write(`${output.text}\n`);
  if (flags.output !== 'stream-json') {
    for (const { tool, reason, allowWith } of output.denied)
      process.stderr.write(`toolstone: ${tool} was denied: ${reason}. ${allowWith}\n`);
    if (failure) process.stderr.write(`${renderFailure(failure)}\n`);
  }
  return codeOf(report);
}

function codeOf(report: Report): ExitCode {
  const { finished } = report;
  if (finished?.outcome === 'interrupted') return exitCode.interrupted;
  const code = finished?.failure?.code;
  if (code !== undefined && unreachableCodes.has(code)) return exitCode.modelUnreachable;
  if (code === 'MODEL_AUTH' || code === 'MODEL_NOT_FOUND') return exitCode.usage;
  if (finished?.outcome !== 'done') return exitCode.failed;
  return report.output().denied.length > 0 ? exitCode.denied : exitCode.done;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw usageFailure(`--max-rounds "${text}" is not a whole number from 1`, 'Give a number such as 100');
  return value;
}
