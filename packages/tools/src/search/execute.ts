import {
  type ExecuteContext,
  failedOutcome,
  type Outcome,
  type ProcessExit,
  type RunningProcess,
  textOutcome,
} from '@toolstone/kernel';
import { type Failure, visibleLine } from '@toolstone/protocol';
import { findRipgrep } from '../node/ripgrep.ts';
import { createByteText } from '../shared/shell-output/byte-text.ts';
import type { SearchPlan } from './plan.ts';
import { createRecordReader, type FoundFile } from './read-records.ts';
import { renderFiles } from './render-files.ts';
import { renderMatches } from './render-matches.ts';
import { MAX_MATCHES_PER_FILE, ripgrepArguments } from './ripgrep-arguments.ts';
import { noRipgrep, searchFailure } from './search-failure.ts';

/** Output of ripgrep that is read; what comes after it is not searched for. */
const MAX_RAW_BYTES = 4 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;

export async function executeSearch(plan: SearchPlan, context: ExecuteContext): Promise<Outcome> {
  const ripgrep = await findRipgrep();
  if (ripgrep === null) return failedOutcome(noRipgrep);
  const { processes } = context.environment;
  const { timeoutSeconds } = context.settings;
  const process = await processes.start({
    run: { argv: [ripgrep, ...ripgrepArguments(plan)] },
    cwd: context.cwd,
    env: processes.commandEnvironment(),
    // Our own program that only reads: a sandbox would cost time and keep nobody from anything.
    isolation: 'none',
    ownerScope: `${context.workstreamId}/${context.scope}/${context.callId}`,
    limits: { timeoutMs: timeoutSeconds * 1000 },
  });
  const stop = (): void => void process.kill(0);
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  try {
    // Rules see the directory that is searched; what they say of a file in it is asked when something is found there.
    const mayShow = plan.isFile ? () => true : (path: string) => context.mayRead(path);
    const found = plan.filesOnly ? createPathCollector(plan, mayShow) : createMatchCollector(plan, mayShow);
    const read = await readOutput(process, found.push);
    return outcome({
      plan,
      read,
      exit: await process.exited,
      found,
      timeoutSeconds,
      isCancelled: context.signal.aborted,
    });
  } finally {
    context.signal.removeEventListener('abort', stop);
  }
}

interface ReadOutput {
  readonly stderr: string;
  /** More was found than is read. */
  readonly isCapped: boolean;
}

async function readOutput(process: RunningProcess, push: (text: string) => void): Promise<ReadOutput> {
  const text = createByteText();
  const complaint = createByteText();
  let stderr = '';
  let raw = 0;
  for await (const { stream, bytes } of process.output) {
    if (stream === 'stderr') {
      if (stderr.length < MAX_STDERR_BYTES) stderr += complaint.push(bytes);
      continue;
    }
    if (raw >= MAX_RAW_BYTES) continue;
    raw += bytes.length;
    push(text.push(bytes));
    if (raw >= MAX_RAW_BYTES) void process.kill(0);
  }
  return { stderr, isCapped: raw >= MAX_RAW_BYTES };
}

interface Collector {
  readonly push: (text: string) => void;
  result(): {
    readonly text: string;
    readonly matches: number;
    readonly files: number;
    readonly shown: string;
    readonly notes: readonly string[];
  };
}

/** Paths as the model may use them in its next call. */
const displayed =
  ({ target, shown, isFile }: SearchPlan) =>
  (path: string): string => {
    if (isFile) return shown;
    // A match stays one line, whatever the file is called.
    const inside = visibleLine(path.startsWith(target) ? path.slice(target.length).replace(/^\/+/, '') : path);
    if (shown === '' || shown === '/') return `${shown}${inside}`;
    return `${shown}/${inside}`;
  };

type MayShow = (path: string) => boolean;

function createMatchCollector(plan: SearchPlan, mayShow: MayShow): Collector {
  const reader = createRecordReader(displayed(plan), mayShow);
  return {
    push: reader.push,
    result() {
      const files = reader.files();
      const matches = files.reduce((sum, file) => sum + file.matches, 0);
      const { text, shown } = files.length === 0 ? { text: '', shown: 'all' } : renderMatches(files);
      return {
        text,
        matches,
        files: files.length,
        shown,
        notes: [...matchNotes(files, reader.malformed), ...hiddenNote(reader.hidden)],
      };
    },
  };
}

function matchNotes(files: readonly FoundFile[], malformed: number): readonly string[] {
  const full = files.filter(({ matches }) => matches >= MAX_MATCHES_PER_FILE).length;
  return [
    ...(full > 0
      ? [`at most ${MAX_MATCHES_PER_FILE} matches are counted per file; ${full} file(s) may have more`]
      : []),
    ...(malformed > 0 ? [`${malformed} line(s) of ripgrep's output could not be read`] : []),
  ];
}

const hiddenNote = (files: number): readonly string[] =>
  files === 0
    ? []
    : [
        `${files} file(s) with matches are left out because a rule asks about reading them or denies it; name one as path to be asked`,
      ];

function createPathCollector(plan: SearchPlan, mayShow: MayShow): Collector {
  let all = '';
  return {
    push(text) {
      all += text;
    },
    result() {
      const found = all
        .slice(0, all.lastIndexOf('\0') + 1)
        .split('\0')
        .filter((path) => path !== '');
      const allowed = found.filter(mayShow);
      const paths = allowed.map(displayed(plan)).sort();
      return {
        text: paths.length === 0 ? '' : renderFiles(paths),
        matches: paths.length,
        files: paths.length,
        shown: 'files',
        notes: hiddenNote(found.length - allowed.length),
      };
    },
  };
}

interface Finished {
  readonly plan: SearchPlan;
  readonly read: ReadOutput;
  readonly exit: ProcessExit;
  readonly found: Collector;
  readonly timeoutSeconds: number;
  readonly isCancelled: boolean;
}

function outcome({ plan, read, exit, found, timeoutSeconds, isCancelled }: Finished): Outcome {
  const { text, matches, files, shown, notes } = found.result();
  const parts = text === '' ? [] : [{ type: 'text' as const, text }];
  const isEnded = exit.endedBy !== 'itself' && !read.isCapped;
  if (isEnded && exit.endedBy === 'timeout') return failedOutcome(timedOut(timeoutSeconds), { parts });
  if (isEnded && isCancelled) return { status: 'cancelled', effect: 'none', parts, failure: cancelled };
  if (!isEnded && exit.signal !== null && !read.isCapped) return failedOutcome(killed(exit.signal), { parts });
  if (read.stderr.trim() !== '' && files === 0) return failedOutcome(searchFailure(read.stderr, plan.query));
  const remarks = [...notes];
  if (read.isCapped)
    remarks.push('there is more: the search ended at 4 MiB of matches; narrow the query, path or glob');
  // Without a message, exit code 2 says that something could not be read.
  if (exit.code === 2) remarks.push('some files could not be read');
  return textOutcome(text === '' ? noMatches(plan) : text, {
    value: { matches, files, shown, complete: !read.isCapped && exit.code !== 2 },
    view: { type: 'matches', matches, files },
    ...(remarks.length > 0 && { notes: remarks }),
  });
}

const noMatches = ({ isFile, glob }: SearchPlan): string =>
  isFile
    ? '(no matches)'
    : `(no matches${glob === null ? '' : ` in files like ${glob}`}; ignored files and directories such as node_modules or dist are searched only where path names them)`;

const timedOut = (seconds: number): Failure => ({
  code: 'SEARCH_TIMED_OUT',
  message: `search timed out after ${seconds}s`,
  nextStep: 'Narrow the path or the glob; what was found until then follows',
});

const killed = (signal: string): Failure => ({
  code: 'SEARCH_KILLED',
  message: `ripgrep was killed by signal ${signal}`,
  nextStep: 'Try again with a narrower path',
});

const cancelled: Failure = {
  code: 'SEARCH_CANCELLED',
  message: 'the search was stopped',
  nextStep: 'Go on only if the person asks for it',
};
