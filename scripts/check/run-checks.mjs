import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../setup/run-command.mjs';

/** @typedef {{ readonly name: string, readonly argv: readonly string[], readonly hint?: string }} Check */

/**
 * The steps, the longest first: they share the cores.
 *
 * @type {readonly Check[]}
 */
const checks = [
  { name: 'types', argv: ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false'] },
  {
    name: 'boundaries',
    argv: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'packages',
      'apps',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
    ],
  },
  { name: 'dead code', argv: ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'rules of the house', argv: ['scripts/check/rules.mjs'] },
  {
    name: 'format and lint',
    argv: [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      '--colors=off',
      '--max-diagnostics=200',
    ],
    hint: '`npm run format` mends what can be mended',
  },
];

/**
 * Runs all checks, as many at a time as there are cores; one line a check, and all that a failed one printed.
 *
 * @param {string} root
 * @returns {Promise<number>} the exit code
 */
export async function runChecks(root) {
  const startedAt = Date.now();
  const waiting = [...checks];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      if (!(await runCheck(root, check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, os.availableParallelism()) }, worker));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const verdict = failed.length === 0 ? 'all good' : `failed: ${failed.join(', ')}`;
  process.stdout.write(`check: ${verdict} (${seconds} s)\n`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * @param {string} root
 * @param {Check} check
 */
async function runCheck(root, { name, argv, hint }) {
  const startedAt = Date.now();
  const [script = '', ...rest] = argv;
  const { code, output } = await runCommand([process.execPath, path.join(root, script), ...rest], { cwd: root });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output.trimEnd()}\n${hint === undefined ? '' : `${hint}\n`}\n`);
  return code === 0;
}
