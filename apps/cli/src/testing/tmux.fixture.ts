import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { type ProgramPlace, programFile } from './program.ts';

const run = promisify(execFile);

export interface TerminalOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  /** Runs the program as a job of an interactive shell. */
  readonly shell?: boolean;
}

/** The program in a real pseudo-terminal, as a person sees it. */
export interface TestTerminal {
  /** Types text as it stands. */
  type(text: string): Promise<void>;
  /** Presses keys by tmux's names: `Enter`, `Escape`, `C-c`, `M-Enter`, `Up`. */
  press(...keys: readonly string[]): Promise<void>;
  /** What is on the screen, without blanks at the ends of lines and empty lines at the end. */
  screen(): Promise<string>;
  /** The same with what has scrolled away. */
  history(): Promise<string>;
  /** Resolves with the screen once it fits; rejects with the screen when it does not in time. */
  waitFor(what: string | RegExp, timeoutMs?: number): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 40;
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Starts the built program under tmux, on a server of its own. After its end the screen says `ended with CODE`. */
export async function openTestTerminal(place: ProgramPlace, options: TerminalOptions = {}): Promise<TestTerminal> {
  const socket = `toolstone-${randomUUID()}`;
  const tmux = async (...args: readonly string[]): Promise<string> =>
    (await run('tmux', ['-L', socket, ...args])).stdout;
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: place.home,
    TOOLSTONE_HOME: `${place.home}/.toolstone`,
    LANG: 'C.UTF-8',
    ...options.env,
  };
  const words = [
    'env',
    '-i',
    ...Object.entries(env).map(([name, value]) => quote(`${name}=${value}`)),
    ...('TERM' in env ? [] : ['TERM="$TERM"']),
    quote(process.execPath),
    quote(programFile),
    ...(options.args ?? []).map(quote),
  ];
  const command = `cd ${quote(place.dir)}; ${words.join(' ')}; echo "ended with $?"`;
  const script = options.shell ? 'bash --norc -i' : `${command}; exec cat`;
  const size = ['-x', String(options.columns ?? 100), '-y', String(options.rows ?? 30)];
  await run('tmux', ['-L', socket, '-f', '/dev/null', 'new-session', '-d', '-s', 't', ...size, script]);
  if (options.shell) await tmux('send-keys', '-t', 't', command, 'Enter');
  const capture = async (...more: readonly string[]): Promise<string> =>
    (await tmux('capture-pane', '-p', '-t', 't', ...more))
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd();

  return {
    type: async (text) => void (await tmux('send-keys', '-t', 't', '-l', '--', text)),
    press: async (...keys) => void (await tmux('send-keys', '-t', 't', ...keys)),
    screen: () => capture(),
    history: () => capture('-S', '-'),
    async waitFor(what, timeoutMs = 10_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const screen = await capture();
        if (typeof what === 'string' ? screen.includes(what) : what.test(screen)) return screen;
        if (Date.now() > deadline) throw new Error(`${what} did not appear within ${timeoutMs} ms on\n${screen}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    resize: async (columns, rows) =>
      void (await tmux('resize-window', '-t', 't', '-x', String(columns), '-y', String(rows))),
    close: async () => void (await tmux('kill-server').catch(() => undefined)), // it may have ended with the program
  };
}
