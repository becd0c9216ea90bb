import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Processes, ProcessStart, RunningProcess } from '@toolstone/kernel';
import type { Isolation } from '@toolstone/protocol';
import { createBubblewrap, type WorkspaceIsolation } from './bubblewrap.ts';
import { scrubEnvironment } from './command-environment.ts';
import type { Descendants } from './descendants.ts';
import { descendantsOf } from './descendants-of.ts';
import { endMarked } from './end-marked.ts';
import { createMarks, isInScope, MARK_VARIABLE, type Mark } from './mark.ts';
import { type Launch, launchScript } from './script.ts';
import { spawnFailure } from './spawn-failure.ts';
import { supervise } from './supervise.ts';

export interface LocalProcessesOptions {
  /** The environment that commands inherit, secrets removed; usually `process.env`. */
  readonly source: Readonly<Record<string, string | undefined>>;
  /** Names of variables that commands get although they look like secrets. */
  readonly passthrough: readonly string[];
  /** For starts that name none. */
  readonly isolation: Isolation;
  readonly workspace: WorkspaceIsolation;
}

interface Live {
  readonly mark: Mark;
  readonly descendants: Descendants;
  readonly running: RunningProcess;
}

type SpawnedChild = ChildProcess & { readonly pid: number; readonly stdout: Readable; readonly stderr: Readable };

/** The processes of this machine. What is still running when this process ends, other than by KILL, is ended with it. */
export const createLocalProcesses = (options: LocalProcessesOptions): Processes => {
  const sandbox = createBubblewrap(options.workspace);
  const createMark = createMarks(options.source[MARK_VARIABLE]);
  const live = new Set<Live>();
  const leaders = new Set<number>();
  const endAllNow = (): void => {
    for (const { descendants } of live) descendants.endNow();
  };

  const keep = (entry: Live): void => {
    if (live.size === 0) process.on('exit', endAllNow);
    live.add(entry);
    const forget = (): void => {
      live.delete(entry);
      if (live.size === 0) process.off('exit', endAllNow);
    };
    entry.running.exited.then(forget, forget);
  };

  return {
    async start(start) {
      const isolation = start.isolation ?? options.isolation;
      const mark = createMark(start.ownerScope);
      const launch: Launch =
        'argv' in start.run ? { argv: start.run.argv, scriptFile: null } : await launchScript(start.run.script, mark);
      try {
        const argv =
          isolation === 'none' ? launch.argv : await sandbox.wrap(launch.argv, { network: start.network ?? true });
        const startedMs = performance.now();
        const child = await spawnMarked({ start, argv, mark, scriptFd: launch.scriptFile?.fd ?? null });
        const nowMs = (): number => performance.now();
        leaders.add(child.pid);
        // With the exit the pid is free for anyone.
        child.once('exit', () => leaders.delete(child.pid));
        const isOtherLeader = (pid: number): boolean => pid !== child.pid && leaders.has(pid);
        const descendants = descendantsOf({ leader: child.pid, mark, startedMs, nowMs, isOtherLeader });
        const running = supervise({ child, isolation, limits: start.limits ?? {}, descendants, nowMs });
        keep({ mark, descendants, running });
        return running;
      } finally {
        await launch.scriptFile?.close();
      }
    },

    commandEnvironment: () => scrubEnvironment(options),

    async endScope(ownerScope) {
      const own = [...live].filter(({ mark }) => isInScope(mark.value, ownerScope));
      await Promise.all(own.map(({ running }) => running.kill(0)));
      return endMarked((value) => isInScope(value, ownerScope));
    },
  };
};

interface SpawnMarked {
  readonly start: ProcessStart;
  readonly argv: readonly [string, ...string[]];
  readonly mark: Mark;
  readonly scriptFd: number | null;
}

const spawnMarked = async ({ start, argv, mark, scriptFd }: SpawnMarked): Promise<SpawnedChild> => {
  const [program, ...rest] = argv;
  try {
    const child = spawn(program, rest, {
      cwd: start.cwd,
      env: { ...start.env, [MARK_VARIABLE]: mark.value },
      // A session of its own: a group to signal, and no terminal to ask for a password on.
      detached: true,
      stdio: [start.stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe', ...(scriptFd === null ? [] : [scriptFd])],
    });
    if (hasStarted(child)) return child;
    // Some failures are thrown, the others reported as an event.
    const [error] = await once(child, 'error');
    throw error;
  } catch (error) {
    throw await spawnFailure(error, start);
  }
};

const hasStarted = (child: ChildProcess): child is SpawnedChild =>
  child.pid !== undefined && child.stdout !== null && child.stderr !== null;
