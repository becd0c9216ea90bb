import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Descendants, DescendantsOf } from './descendants.ts';
import { hasId, MARK_VARIABLE } from './mark.ts';
import { sendSignal } from './signal.ts';

const MAX_PASSES = 50;
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** One process as `ps` shows it, with its environment behind the command line. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly isDead: boolean;
  readonly mark: string;
}

/** Finds and ends what a process left behind where there is no `/proc` (macOS): by group, parent and mark, from `ps -E`. */
export const psDescendants: DescendantsOf = ({ leader, mark }): Descendants => ({
  // Nothing cheaper than `ps` tells; the group at least is asked first.
  isAlone: () => false,
  async end() {
    sendSignal(-leader, 'SIGKILL');
    const known = new Set([leader]);
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const left = (await listWithPs()).filter(
        ({ pid, parent, group, isDead, mark: value }) =>
          !isDead && pid !== process.pid && (group === leader || known.has(parent) || hasId(value, mark.id)),
      );
      const reached = left.filter(({ pid }) => sendSignal(pid, 'SIGKILL'));
      if (reached.length === 0) return;
      for (const { pid } of reached) known.add(pid);
      await delay(2);
    }
  },
  endNow() {
    sendSignal(-leader, 'SIGKILL');
  },
  signalInside(signal) {
    sendSignal(-leader, signal);
  },
});

export const listWithPs = (): Promise<readonly ListedProcess[]> =>
  new Promise((resolve) => {
    const columns = 'pid=,ppid=,pgid=,stat=,command=';
    execFile('ps', ['-E', '-ww', '-axo', columns], { maxBuffer: MAX_LIST_BYTES }, (error, stdout) => {
      // Without `ps` the process group is all that can be ended.
      resolve(error === null ? stdout.split('\n').flatMap(parsePsLine) : []);
    });
  });

export const parsePsLine = (line: string): readonly ListedProcess[] => {
  const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s(.*)$/.exec(line);
  if (match === null) return [];
  const [, pid, parent, group, state = '', command = ''] = match;
  const mark = new RegExp(` ${MARK_VARIABLE}=(\\S*)`).exec(command)?.[1] ?? '';
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), isDead: state.startsWith('Z'), mark }];
};
