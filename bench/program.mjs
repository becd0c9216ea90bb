import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { treeMegabytes } from './process-tree.mjs';

/** @typedef {import('./place.mjs').Place} Place */

const model = 'bench-1';
const root = fileURLToPath(new URL('..', import.meta.url));
const program = path.join(root, 'apps', 'cli', 'dist', 'toolstone.js');
const bareLoop = path.join(root, 'bench', 'bare-loop.mjs');
const sampleEveryMs = 15;
const limitMs = 120_000;

/**
 * Arguments of Node for a headless run of the program against a scripted model.
 *
 * @param {string} baseUrl
 * @param {readonly string[]} [more]
 */
export const headlessRun = (baseUrl, more = []) => [
  program,
  'run',
  '-p',
  'Do the task.',
  '--provider',
  'openai-chat',
  '--base-url',
  baseUrl,
  '--model',
  model,
  '--skip-permissions',
  ...more,
];

/** @param {string} baseUrl */
export const bareRun = (baseUrl) => [bareLoop, baseUrl, model, 'Do the task.'];

/** @param {readonly string[]} args */
export const toolstone = (args) => [program, ...args];

/**
 * Runs Node with arguments in a place and waits for its end.
 *
 * The environment holds nothing of the caller's but the search path: a proxy or extra certificates would be measured
 * too. With `samples` the memory of the whole process tree is sampled.
 *
 * @param {Place} place
 * @param {readonly string[]} args
 * @param {{ readonly samples?: boolean }} [options]
 * @returns {Promise<{ readonly startedAt: number, readonly wallMs: number, readonly code: number | null, readonly stdout: string, readonly stderr: string, readonly peakMb: number }>}
 *   `startedAt` in milliseconds since the epoch, with fractions
 */
function runNode(place, args, options = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: place.home,
    TMPDIR: process.env['TMPDIR'],
    TOOLSTONE_HOME: place.data,
    OPENAI_API_KEY: 'bench',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
  };
  const startedAt = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, args, {
    cwd: place.work,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  });
  let [stdout, stderr, peakMb] = ['', '', 0];
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  child.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const sample = () => {
    peakMb = Math.max(peakMb, child.pid === undefined ? 0 : treeMegabytes(child.pid));
  };
  const timer = options.samples === true ? setInterval(sample, sampleEveryMs) : undefined;
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(timer);
      const wallMs = performance.timeOrigin + performance.now() - startedAt;
      resolve({ startedAt, wallMs, code, stdout, stderr, peakMb });
    });
  });
}

/**
 * As `runNode`, and throws where the program did not end well: a figure of a failed run says nothing.
 *
 * @param {Place} place
 * @param {readonly string[]} args
 * @param {{ readonly samples?: boolean }} [options]
 */
export async function runWell(place, args, options) {
  const run = await runNode(place, args, options);
  if (run.code !== 0) {
    throw new Error(
      `${args.slice(0, 3).join(' ')} ended with ${run.code}: ${run.stderr.slice(-2000)}${run.stdout.slice(-500)}`,
    );
  }
  return run;
}
