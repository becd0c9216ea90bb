import { setTimeout as delay } from 'node:timers/promises';
import { listPids, readFacts, readMark } from './proc.ts';
import { listWithPs } from './ps-descendants.ts';
import { sendSignal } from './signal.ts';

const MAX_PASSES = 100;

/**
 * Ends every process whose mark is one of those asked for, whoever started it, and settles when all are gone; with false
 * where one stays, because it is not ours to signal or hangs in the kernel.
 */
export const endMarked = async (isWanted: (mark: string) => boolean): Promise<boolean> => {
  const find = process.platform === 'linux' ? findInProc : findWithPs;
  for (let passes = 0; passes < MAX_PASSES; passes += 1) {
    const others = (await find(isWanted)).filter((pid) => pid !== process.pid);
    const reached = others.filter((pid) => sendSignal(pid, 'SIGKILL'));
    if (reached.length === 0) return others.length === 0;
    await delay(Math.min(1 + passes, 20));
  }
  return false;
};

const findInProc = async (isWanted: (mark: string) => boolean): Promise<readonly number[]> => {
  const found: number[] = [];
  for (const [index, pid] of listPids().entries()) {
    if (index % 200 === 199) await new Promise(setImmediate);
    const mark = readMark(pid);
    if (mark === null || mark === '' || !isWanted(mark)) continue;
    const state = readFacts(pid)?.state ?? 'X';
    if (state !== 'Z' && state !== 'X') found.push(pid);
  }
  return found;
};

const findWithPs = async (isWanted: (mark: string) => boolean): Promise<readonly number[]> =>
  (await listWithPs()).filter(({ isDead, mark }) => !isDead && mark !== '' && isWanted(mark)).map(({ pid }) => pid);
