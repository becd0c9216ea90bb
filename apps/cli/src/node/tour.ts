import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { partsText } from '@toolstone/kernel';
import { type AskedCall, type Failure, type RecordOf, renderFailure } from '@toolstone/protocol';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { renderPreview } from '../render-view.ts';
import { createWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';
import { localPerson } from '../surface.ts';
import { askInTerminal } from './ask-in-terminal.ts';
import { printLine } from './output.ts';

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
export async function runTour(flags: GlobalFlags): Promise<ExitCode> {
  const program = await compose({ flags, canAsk: true });
  const folder = await mkdtemp(join(program.cwd, 'toolstone-tour-'));
  try {
    await writeFile(join(folder, NOTE), 'A line for the tour: before\n');
    const row = await createWorkstream(program, { name: 'Tour', cwd: program.cwd });
    const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'close' });
    try {
      printLine(
        'A short tour. No model takes part: a fixed script makes the calls, with the real tools, on this directory.\n',
      );
      for (const step of steps(relative(program.cwd, folder))) await play(step, session, program);
      printLine('\nThe edit can be taken back, without git:');
      const undone = await session.send({ id: program.ids.next('m'), type: 'undo' });
      printLine(
        `  ${undone.status === 'accepted' ? undone.text : undone.status === 'refused' ? explainNoUndo(undone.failure) : ''}`,
      );
      printLine(
        `\nEvery step is in the log: toolstone sessions show ${row.id}\nConnect a model with \`toolstone models add\`, or make calls yourself with \`toolstone call\`.`,
      );
      return exitCode.done;
    } finally {
      await session.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await program.close();
  }
}

/** Where the edit was declined there is nothing to take back, which is no error of the tour. */
const explainNoUndo = (failure: Failure): string =>
  failure.code === 'NOTHING_TO_UNDO' ? 'nothing to take back: the edit was not made' : renderFailure(failure);

async function play({ say, tool, args }: Step, session: Session, program: Program): Promise<void> {
  printLine(`\n${say}\n● ${tool} ${JSON.stringify(args)}`);
  const over = new AbortController();
  const id = program.ids.next('in');
  const head = (await program.store.get(session.id))?.head ?? 0;
  const events = session.subscribe(head, over.signal);
  const sent = session.send({ id, type: 'call', tool, arguments: JSON.stringify(args) });
  let hasStreamed = false;
  for await (const event of events) {
    if (event.type === 'output') {
      hasStreamed = true;
      process.stdout.write(indent(event.text));
    }
    if (event.type !== 'record') continue;
    if (event.record.kind === 'approval.asked') void answer(event.record, session, program);
    if (event.record.kind === 'call.finished') showResult(event.record, hasStreamed);
    if (event.record.kind === 'turn.finished') break;
  }
  over.abort();
  await sent;
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

async function answer({ body }: RecordOf<'approval.asked'>, session: Session, program: Program): Promise<void> {
  const isTerminal = process.stdin.isTTY === true;
  const shown = body.calls.map(describeCall).join('\n');
  // Without a terminal the tour still shows the question, and says who answered it.
  if (!isTerminal) printLine(`${shown}\n  (no terminal: the tour answers yes by itself)`);
  const reply = isTerminal ? await askInTerminal(`${shown}\n  Run it? [y/n] `) : { isYes: true };
  await session.send({
    id: program.ids.next('m'),
    type: 'answer',
    cycleId: body.cycleId,
    decision: reply.isYes ? 'yes' : 'no',
  });
}

const describeCall = (call: AskedCall): string =>
  indent(
    [call.header, ...call.preview.map(renderPreview), `(${call.ruling.reason})`]
      .filter((line) => line !== '')
      .join('\n'),
  );
