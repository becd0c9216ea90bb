import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { partsText } from '@toolstone/kernel';
import { type Failure, type RecordOf, renderFailure, visibleLine } from '@toolstone/protocol';
import { usageFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { createWorkstream } from '../session/find-workstream.ts';
import { type Answer, followInput } from '../session/follow-input.ts';
import type { Session } from '../session/session.ts';
import { withSession } from '../session/with-session.ts';
import { undoneIn } from '../terminal/style/path-in.ts';
import { withProgram } from '../with-program.ts';
import { askAboutCalls, showCalls } from './ask-about-calls.ts';
import { printLine, printStyled, printText } from './output.ts';

interface Step {
  readonly say: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const NOTE = 'note.txt';

/** The fixed script: looks at the person's own directory, and writes only into a folder of its own below it. */
const steps = (folder: string): readonly Step[] => [
  { say: 'Reading needs no approval. This is what the directory holds:', tool: 'read_file', args: { path: '.' } },
  { say: 'Searching does not either:', tool: 'search', args: { query: 'tour', path: folder } },
  { say: 'A file is read before it is edited:', tool: 'read_file', args: { path: `${folder}/${NOTE}` } },
  {
    say: 'An edit asks first, and shows exactly what would be written:',
    tool: 'edit_file',
    args: { path: `${folder}/${NOTE}`, old_string: 'before', new_string: 'after' },
  },
  {
    say: 'A command asks too. What it prints comes as it runs:',
    tool: 'bash',
    args: { command: `cat ${folder}/${NOTE} && echo "and nothing is left running"` },
  },
];

/** `toolstone tour`: what working with Toolstone is like, without a model. */
export const runTour = (flags: GlobalFlags): Promise<ExitCode> =>
  withProgram({ flags, canAsk: true }, async (program) => {
    const folder = await mkdtemp(join(program.cwd, 'toolstone-tour-')).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw usageFailure(`the tour cannot write into ${program.cwd} (${why})`, 'Start it in a directory of your own');
    });
    try {
      await writeFile(join(folder, NOTE), 'A line for the tour: before\n');
      const row = await createWorkstream(program, { name: 'Tour', cwd: program.cwd });
      return await withSession(program, row, (session) =>
        playAll(steps(relative(program.cwd, folder)), session, program),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

async function playAll(script: readonly Step[], session: Session, program: Program): Promise<ExitCode> {
  printLine(
    'A short tour. No model takes part: a fixed script makes the calls, with the real tools, on this directory.\n',
  );
  for (const step of script) {
    if (await play(step, session, program)) continue;
    printLine('\nThe tour was stopped; what it had made is removed.');
    return exitCode.interrupted;
  }
  printLine('\nThe edit can be taken back, without git:');
  const undone = await session.send({ id: program.ids.next('m'), type: 'undo' });
  printLine(
    `  ${undone.status === 'accepted' ? undoneIn(program.cwd, undone.text ?? '') : undone.status === 'refused' ? explainNoUndo(undone.failure) : ''}`,
  );
  printLine(
    `\nEvery step is in the log: toolstone sessions show ${session.id}\nConnect a model with \`toolstone models add\`, or make calls yourself with \`toolstone call\`.`,
  );
  return exitCode.done;
}

/** Where the edit was declined there is nothing to take back, which is no error of the tour. */
const explainNoUndo = (failure: Failure): string =>
  failure.code === 'NOTHING_TO_UNDO' ? 'nothing to take back: the edit was not made' : renderFailure(failure);

/** Plays one step; false where the person stopped it. */
async function play({ say, tool, args }: Step, session: Session, program: Program): Promise<boolean> {
  printLine(`\n${say}`);
  let hasStreamed = false;
  const end = await followInput({
    session,
    program,
    input: { id: program.ids.next('in'), type: 'call', tool, arguments: JSON.stringify(args) },
    after: (await program.store.get(session.id))?.head ?? 0,
    onEvent: (event) => {
      if (event.type === 'record' && event.record.kind === 'call.started')
        printLine(`● ${visibleLine(event.record.body.header ?? tool)}`);
      if (event.type === 'output') {
        hasStreamed = true;
        printText(indent(event.text));
      }
      if (event.type === 'record' && event.record.kind === 'call.finished') showResult(event.record, hasStreamed);
    },
    onQuestion: answer,
  });
  return end.status === 'finished' && end.turn.outcome !== 'interrupted';
}

const MAX_SHOWN_LINES = 12;
const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function showResult({ body }: RecordOf<'call.finished'>, hasStreamed: boolean): void {
  if (body.result.failure) printLine(indent(renderFailure(body.result.failure)));
  if (body.result.failure || hasStreamed) return;
  const lines = partsText(body.result.parts).split('\n');
  const more = lines.length - MAX_SHOWN_LINES;
  printLine(indent([...lines.slice(0, MAX_SHOWN_LINES), ...(more > 0 ? [`… ${more} more lines`] : [])].join('\n')));
}

async function answer({ calls }: RecordOf<'approval.asked'>['body'], signal: AbortSignal): Promise<Answer> {
  if (process.stdin.isTTY) return askAboutCalls(calls, signal);
  // Without a terminal the tour still shows the question, and says who answered it.
  printStyled([...showCalls(calls), '  (no terminal: the tour answers yes by itself)'].join('\n'));
  return { decision: 'yes' };
}
