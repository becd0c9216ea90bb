import type { ProcessExit, RunningProcess } from '@toolstone/kernel';
import { createLinePrefix } from '../shell-output/line-prefix.ts';
import { createStreamText } from '../shell-output/stream-text.ts';
import { createRollingLines } from './rolling-lines.ts';

/** Characters of output that are kept of each shell; the oldest whole lines go first. */
const MAX_SHELL_CHARS = 200_000;

export type ShellState =
  | { readonly status: 'running' }
  | {
      readonly status: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      readonly killed: boolean;
    };

export interface ShellInfo {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly cwd: string;
  readonly isolation: RunningProcess['isolation'];
  readonly state: ShellState;
}

/** What came since the last read. Nothing is consumed until `consume` gets `through`. */
export interface ShellDelta {
  readonly lines: readonly string[];
  /** Unread lines that had to make room for newer ones. */
  readonly dropped: number;
  /** The line that the program is still writing; not consumed. */
  readonly unfinished: string;
  readonly through: number;
}

/** One command that runs beside the conversation. */
export interface BackgroundShell {
  readonly info: ShellInfo;
  readonly owner: string;
  /** Settles when the process is gone and its output has been read. */
  readonly ended: Promise<void>;
  delta(): ShellDelta;
  consume(through: number): void;
  kill(graceMs: number): Promise<void>;
}

export function createBackgroundShell(
  from: { readonly id: string; readonly owner: string; readonly command: string; readonly cwd: string },
  process: RunningProcess,
): BackgroundShell {
  const lines = createRollingLines(MAX_SHELL_CHARS);
  const streams = { stdout: createStreamText(), stderr: createStreamText() };
  const prefixes = { stdout: (text: string) => text, stderr: createLinePrefix('[stderr] ') };
  let state: ShellState = { status: 'running' };
  let read = 0;

  const follow = async (): Promise<void> => {
    for await (const { stream, bytes } of process.output) lines.push(prefixes[stream](streams[stream].push(bytes)));
    for (const stream of ['stdout', 'stderr'] as const) lines.push(prefixes[stream](streams[stream].end()));
    state = exited(await process.exited);
  };
  const { owner } = from;
  return {
    get info() {
      const { id, command, cwd } = from;
      return { id, command, cwd, pid: process.pid, isolation: process.isolation, state };
    },
    owner,
    ended: follow().catch(() => {
      // Reading its output failed; what became of the process itself is still known.
      return process.exited.then((exit) => {
        state = exited(exit);
      });
    }),
    delta() {
      const { lines: unread, dropped } = lines.since(read);
      const unfinished = [streams.stdout.pending(), streams.stderr.pending()].filter((line) => line !== '').join('\n');
      return { lines: unread, dropped, unfinished, through: lines.next };
    },
    consume(through) {
      read = Math.max(read, through);
    },
    kill: (graceMs) => process.kill(graceMs),
  };
}

const exited = ({ code, signal, endedBy }: ProcessExit): ShellState => ({
  status: 'exited',
  code,
  signal,
  killed: endedBy === 'kill',
});
