import { readdirSync, readFileSync, statSync } from 'node:fs';
import { MARK_VARIABLE } from './mark.ts';

/*
 * Linux's table of processes. All calls are synchronous: each takes a few microseconds, a detour over the thread pool
 * takes ten times as long, and what is looked for can fork meanwhile.
 */

export interface ProcessFacts {
  readonly pid: number;
  /** `Z` and `X` are dead: nothing of them is left but an entry that the parent has not read. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Hundredths of a second since boot. */
  readonly startedTicks: number;
}

/** The pid that was given out last in this pid namespace, to a process or a thread; null where it cannot be known. */
export const readLastPid = (): number | null => {
  const text = readText('/proc/loadavg');
  const last = Number(text?.trim().split(' ').at(-1));
  return Number.isSafeInteger(last) && last > 0 ? last : null;
};

export const listPids = (): number[] => {
  const pids: number[] = [];
  for (const name of readNames('/proc')) {
    const pid = Number(name);
    if (Number.isInteger(pid)) pids.push(pid);
  }
  return pids;
};

export const exists = (pid: number): boolean => statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined;

export const readFacts = (pid: number): ProcessFacts | null => {
  const text = readText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in parentheses may hold anything, parentheses and blanks too.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (index: number): number => Number(fields[index]);
  return {
    pid,
    state: fields[0] ?? 'X',
    parent: number(1),
    group: number(2),
    session: number(3),
    startedTicks: number(19),
  };
};

/**
 * Value of the mark in the environment; `''` where there is none or where it is another user's. Null while it is empty:
 * between two steps of an exec, and for good where a process was started with no environment at all.
 */
export const readMark = (pid: number): string | null => {
  const text = readText(`/proc/${pid}/environ`);
  if (text === '') return null;
  const [, after = ''] = `\0${text ?? ''}`.split(`\0${MARK_VARIABLE}=`, 2);
  return after.split('\0', 1)[0] ?? '';
};

export const hasLockLimit = (pid: number, limit: number): boolean =>
  readText(`/proc/${pid}/limits`)?.includes(` ${limit} `) ?? false;

const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone, or another user's: in both cases nothing of ours to read.
    return null;
  }
};

const readNames = (path: string): readonly string[] => {
  try {
    return readdirSync(path);
  } catch {
    return []; // no /proc: the process group alone is ended
  }
};
