import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/**
 * A process as the system lists it; memory in kilobytes.
 *
 * @typedef {{ readonly pid: number, readonly parent: number, readonly residentKb: number }} Listed
 */

/**
 * Resident memory of a process and all below it, in megabytes; 0 when it is gone.
 *
 * @param {number} root
 */
export function treeMegabytes(root) {
  const all = listProcesses();
  const members = new Set([root]);
  // Parents are listed before or after their children; a few passes reach every depth that matters.
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid);
        grown = true;
      }
    }
  }
  return all.filter(({ pid }) => members.has(pid)).reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}

/**
 * The process ids that carry `NAME=value` in their environment: what a run left behind. Only Linux can tell.
 *
 * @param {string} name
 * @param {string} value
 * @returns {readonly number[]}
 */
export function processesWith(name, value) {
  if (process.platform !== 'linux') return [];
  return numbersIn('/proc').filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${name}=${value}`);
    } catch {
      return false; // Gone, or another user's.
    }
  });
}

/** @returns {readonly Listed[]} */
function listProcesses() {
  if (process.platform === 'linux') return numbersIn('/proc').flatMap(readProc);
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [pid, parent, residentKb] = line.trim().split(/\s+/).map(Number);
    return pid && parent !== undefined && residentKb !== undefined ? [{ pid, parent, residentKb }] : [];
  });
}

/**
 * @param {number} pid
 * @returns {readonly Listed[]}
 */
function readProc(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (/** @type {string} */ name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return [{ pid, parent: field('PPid'), residentKb: field('VmRSS') }];
  } catch {
    return []; // Ended meanwhile.
  }
}

/** @param {string} folder */
const numbersIn = (folder) => fs.readdirSync(folder).map(Number).filter(Number.isInteger);
