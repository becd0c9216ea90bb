import { rows } from './rows/all.mjs';

/**
 * Runs the rows and prints one JSON line each: name, figures with their budgets, `pass`.
 *
 * `--only NAME,…` picks rows, `--runs N` says how often each is repeated (default 3): a figure is the median.
 *
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 where a budget is missed
 */
export async function runBench(root, args) {
  const option = (/** @type {string} */ name) => args[args.indexOf(`--${name}`) + 1] ?? '';
  const runs = args.includes('--runs') ? Number(option('runs')) : 3;
  const names = args.includes('--only') ? option('only').split(',') : rows.map(({ name }) => name);
  const unknown = names.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
    process.stderr.write(`--only takes ${rows.map(({ name }) => name).join(', ')}; --runs a number from 1 on\n`);
    return 2;
  }
  let isGood = true;
  for (const row of rows.filter(({ name }) => names.includes(name))) {
    const line = await measure(row, root, runs);
    isGood &&= line.pass;
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  return isGood ? 0 : 1;
}

/**
 * @param {import('./row.mjs').Row} row
 * @param {string} root
 * @param {number} runs
 */
async function measure(row, root, runs) {
  try {
    const figures = await row.measure({ root, runs });
    const pass = figures.every(({ pass }) => pass);
    return { name: row.name, what: row.what, figures, pass };
  } catch (error) {
    return {
      name: row.name,
      what: row.what,
      error: error instanceof Error ? error.message : String(error),
      pass: false,
    };
  }
}
