import { parseCLI, startVitest } from 'vitest/node';
import { createTally } from './tally.mjs';

/**
 * Runs the tests of a tier and prints, as its last line, `tests: N passed, M failed`.
 *
 * `--full` adds the slow tier (`*.full.test.ts`), `--slow` runs it alone; everything else is vitest's: filters,
 * `-t NAME`, `-u`, `--coverage`.
 *
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code: 1 on a failure, on an error outside a test and on no test at all
 */
export async function runTests(root, args) {
  const own = new Set(['--full', '--slow']);
  const rest = args.filter((arg) => !own.has(arg));
  process.env['TOOLSTONE_TEST_TIER'] = tierOf(args);
  const { filter, options } = parseCLI(['vitest', 'run', ...rest]);
  const tally = createTally();
  const vitest = await startVitest('test', filter, {
    ...options,
    root,
    watch: false,
    run: true,
    passWithNoTests: true,
    reporters: ['default', tally.reporter],
  });
  await vitest.close();
  const { lines, exitCode } = tally.close();
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return exitCode;
}

/** @param {readonly string[]} args */
function tierOf(args) {
  if (args.includes('--slow')) return 'slow';
  return args.includes('--full') || args.some((arg) => arg.includes('.full.')) ? 'full' : 'fast';
}
