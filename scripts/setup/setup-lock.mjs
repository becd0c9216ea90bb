import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const beatMs = 5_000;
/** A holder that has not touched its lock for so long is gone, whatever its process id says now. */
const lostMs = 60_000;
const pollMs = 100;

/**
 * Runs `work` while no other process of this clone installs or builds; waits for its turn.
 *
 * The lock is a file that appears whole (a link to one that is written), beside `node_modules` because `npm ci`
 * removes that. A lock of a dead process is taken over.
 *
 * @template T
 * @param {string} root
 * @param {{ readonly onWait?: (pid: number) => void, readonly signal?: AbortSignal }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(root, options, work) {
  const file = path.join(root, '.setup.lock');
  let hasWaited = false;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === null) continue;
    if (holder.isGone) {
      removeLost(file, holder.token);
      continue;
    }
    if (!hasWaited) options.onWait?.(holder.pid);
    hasWaited = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    options.signal?.throwIfAborted();
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => undefined);
  }, beatMs);
  beat.unref();
  const release = () => fs.rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, JSON.stringify({ pid: process.pid, token: draft }));
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    const { pid, token } = JSON.parse(fs.readFileSync(file, 'utf8'));
    const isLost = Date.now() - fs.statSync(file).mtimeMs > lostMs;
    return { pid, token, isGone: isLost || !isAlive(pid) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Removes the lock of a process that is gone, and no other: between the look and the removal another waiter may have
 * done the same and taken the lock.
 *
 * @param {string} file
 * @param {string} token
 */
function removeLost(file, token) {
  const aside = `${file}.${randomUUID()}`;
  try {
    fs.renameSync(file, aside);
    if (JSON.parse(fs.readFileSync(aside, 'utf8')).token !== token) fs.linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);
