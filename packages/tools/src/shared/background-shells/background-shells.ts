import { type Clock, type RunningProcess, serviceKey } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { type BackgroundShell, createBackgroundShell, type ShellInfo } from './background-shell.ts';

const MAX_LIVE = 8;
const MAX_EXITED = 32;
const KILL_GRACE_MS = 1000;
/** How long an end is waited for after KILL has been sent. */
const KILL_WAIT_MS = 3000;
const CLOSE_GRACE_MS = 1000;
const CLOSE_BUDGET_MS = 5000;

export type ShellStart =
  | { readonly status: 'started'; readonly info: ShellInfo }
  | { readonly status: 'refused'; readonly failure: Failure };

export type ShellLaunch =
  | { readonly status: 'launched'; readonly process: RunningProcess }
  | { readonly status: 'refused'; readonly failure: Failure };

export type ShellKill = { readonly outcome: 'killed' | 'still-alive' | 'already-exited'; readonly info: ShellInfo };

/** The commands that run beside one conversation. They outlive turns and their cancellation and end with the session. */
export interface BackgroundShells {
  start(options: {
    readonly owner: string;
    readonly command: string;
    readonly cwd: string;
    launch(): Promise<ShellLaunch>;
  }): Promise<ShellStart>;
  /** A shell of that owner; undefined where there is none, or no longer. */
  find(id: string, owner: string): BackgroundShell | undefined;
  list(owner: string): readonly ShellInfo[];
  kill(shell: BackgroundShell): Promise<ShellKill>;
  /** Ends all of them; waits five seconds at most. */
  close(): Promise<void>;
}

export const backgroundShells = serviceKey<BackgroundShells>('backgroundShells');

export interface BackgroundShellsOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Told when a shell of the conversation itself (not of a task agent) ends by itself. */
  readonly onExit?: (info: ShellInfo) => void;
}

/** At most 8 live shells; of the ended ones the newest 32 can still be read. Ids count up: `bash_1`, `bash_2`. */
export function createBackgroundShells({ clock, onExit }: BackgroundShellsOptions): BackgroundShells {
  const live = new Map<string, BackgroundShell>();
  const exited = new Map<string, BackgroundShell>();
  let starting = 0;
  let count = 0;
  let isClosed = false;

  const settle = (shell: BackgroundShell): void => {
    const { info } = shell;
    live.delete(info.id);
    exited.set(info.id, shell);
    const [oldest] = exited.keys();
    if (exited.size > MAX_EXITED && oldest !== undefined) exited.delete(oldest);
    const { state } = info;
    if (shell.owner === '' && !isClosed && state.status === 'exited' && !state.killed) onExit?.(info);
  };

  const endAll = async (shells: readonly BackgroundShell[]): Promise<void> => {
    const ends = shells.map(async (shell) => {
      await shell.kill(CLOSE_GRACE_MS);
      await shell.ended;
    });
    await within(Promise.all(ends), CLOSE_BUDGET_MS, clock);
  };

  return {
    async start({ owner, command, cwd, launch }) {
      if (isClosed) return { status: 'refused', failure: sessionClosed };
      if (live.size + starting >= MAX_LIVE) return { status: 'refused', failure: tooMany([...live.values()], owner) };
      starting += 1;
      try {
        const launched = await launch();
        if (launched.status === 'refused') return launched;
        const { process } = launched;
        count += 1;
        const shell = createBackgroundShell({ id: `bash_${count}`, owner, command, cwd }, process);
        live.set(shell.info.id, shell);
        void shell.ended.then(() => settle(shell));
        // The session may have closed while the process was starting.
        if (isClosed) await endAll([shell]);
        return { status: 'started', info: shell.info };
      } finally {
        starting -= 1;
      }
    },
    find(id, owner) {
      const shell = live.get(id) ?? exited.get(id);
      return shell?.owner === owner ? shell : undefined;
    },
    list: (owner) =>
      [...exited.values(), ...live.values()].filter((shell) => shell.owner === owner).map(({ info }) => info),
    async kill(shell) {
      if (shell.info.state.status === 'exited') return { outcome: 'already-exited', info: shell.info };
      const end = shell.kill(KILL_GRACE_MS).then(() => shell.ended);
      await within(end, KILL_GRACE_MS + KILL_WAIT_MS, clock);
      const { info } = shell;
      if (info.state.status === 'running') return { outcome: 'still-alive', info };
      return { outcome: info.state.killed ? 'killed' : 'already-exited', info };
    },
    async close() {
      isClosed = true;
      await endAll([...live.values()]);
    },
  };
}

/** Waits for an end, but no longer than `ms`. */
async function within(end: Promise<unknown>, ms: number, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const stop = new AbortController();
  const timeout = clock.sleep(ms, stop.signal).catch(() => undefined); // it rejects when the end comes first
  await Promise.race([end, timeout]);
  stop.abort();
}

const tooMany = (live: readonly BackgroundShell[], owner: string): Failure => {
  const own = live.filter((shell) => shell.owner === owner).map(({ info }) => info.id);
  return {
    code: 'SHELLS_TOO_MANY',
    message: `${MAX_LIVE} background shells are running, which is the limit`,
    nextStep: own.length > 0 ? `End one of yours with kill_shell: ${own.join(', ')}` : 'Wait until one has ended',
  };
};

const sessionClosed: Failure = {
  code: 'SESSION_CLOSED',
  message: 'the session is closing and starts nothing any more',
  nextStep: 'Nothing was run',
};
