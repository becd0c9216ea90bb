import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { PortError, type ProcessExit, type ProcessLimits, type RunningProcess } from '@toolstone/kernel';
import type { Isolation } from '@toolstone/protocol';
import type { Descendants } from './descendants.ts';
import { createOutputQueue } from './output-queue.ts';
import { sendSignal } from './signal.ts';

/** Between TERM and KILL where the caller names nothing else, and after a timeout. */
const GRACE_MS = 250;
/** A process that hangs in the kernel does not even react to KILL; nobody waits longer for it. */
const UNKILLABLE_MS = 5_000;
/** `setTimeout` fires at once for more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

type Done = (error?: Error | null) => void;

export interface Supervised {
  readonly child: ChildProcess & { readonly pid: number; readonly stdout: Readable; readonly stderr: Readable };
  readonly isolation: Isolation;
  readonly limits: ProcessLimits;
  readonly descendants: Descendants;
  readonly nowMs: () => number;
}

/** The running process over a child that leads its own group: its end, and that of all it started, is seen to here. */
export const supervise = ({ child, isolation, limits, descendants, nowMs }: Supervised): RunningProcess => {
  const queue = createOutputQueue(child);
  const group = -child.pid;
  const timers: NodeJS.Timeout[] = [];
  let endedBy: ProcessExit['endedBy'] = 'itself';
  let isOver = false;
  let graceUntil = 0;

  const after = (ms: number, run: () => void): void => {
    timers.push(setTimeout(run, Math.min(ms, MAX_TIMER_MS)));
  };

  const close = async (code: number | null, signal: string | null): Promise<ProcessExit> => {
    for (const timer of timers) clearTimeout(timer);
    // What got TERM together with the process has the same time to go in peace.
    while (nowMs() < graceUntil && sendSignal(group, 0)) await delay(5);
    if (!descendants.isAlone()) await descendants.end();
    child.stdin?.destroy();
    await queue.finish();
    return { code, signal, endedBy };
  };

  let settle = (_code: number | null, _signal: string | null): void => {};
  const exited = new Promise<ProcessExit>((resolve, reject) => {
    settle = (code, signal) => {
      if (isOver) return;
      isOver = true;
      close(code, signal).then(resolve, reject);
    };
  });
  child.once('exit', settle);
  // Each write reports its own failure.
  child.stdin?.on('error', () => undefined);

  const end = (reason: 'timeout' | 'kill', graceMs: number): void => {
    if (isOver) {
      graceUntil = Math.min(graceUntil, nowMs() + graceMs);
      return;
    }
    if (endedBy === 'itself') endedBy = reason;
    if (graceMs > 0) {
      graceUntil = nowMs() + graceMs;
      // TERM to a sandbox itself would take everything in it away at once.
      if (isolation === 'none') sendSignal(group, 'SIGTERM');
      else descendants.signalInside('SIGTERM');
      after(graceMs, () => end(reason, 0));
      return;
    }
    graceUntil = 0;
    sendSignal(group, 'SIGKILL');
    after(UNKILLABLE_MS, () => settle(null, 'SIGKILL'));
  };
  if (limits.timeoutMs !== undefined) after(limits.timeoutMs, () => end('timeout', GRACE_MS));

  const toInput = (act: (input: Writable, done: Done) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      if (child.stdin === null) {
        reject(new PortError('UNAVAILABLE', 'the process was started without a pipe to its standard input'));
        return;
      }
      act(child.stdin, (error) => {
        // Node closes the pipe on exit and reports a write that this cuts off as done.
        if (error == null && !isOver) resolve();
        else reject(new PortError('IO', 'the process does not read its standard input any more', { cause: error }));
      });
    });

  const unlessOver = (error: unknown): void => {
    if (!isOver) throw error;
  };

  return {
    pid: child.pid,
    isolation,
    output: queue.output,
    exited,
    write: (bytes) => toInput((input, done) => input.write(bytes, done)),
    // Where the process is gone its input is closed as well, which is what was asked for.
    endInput: () => toInput((input, done) => input.end(() => done())).catch(unlessOver),
    async kill(graceMs = GRACE_MS) {
      end('kill', graceMs);
      await exited;
    },
  };
};
