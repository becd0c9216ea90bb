import { spawn } from 'node:child_process';

/**
 * Milliseconds from the spawn of a program to its end with all output read.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Promise<number>}
 */
export function bareSpawn(program, args, cwd) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => resolve(performance.now() - startedAt));
  });
}
