// Runs on whatever Node there is: syntax and modules that Node 14 knows.
import { readFileSync } from 'node:fs';

/**
 * Says in one line why this Node cannot run the project, or gives null.
 *
 * @param {string} version such as `v20.20.2`
 * @param {string} engines ranges of the form `^a.b.c` and `>=a.b.c`, joined by `||`, as `package.json` has them
 * @returns {string | null}
 */
export function nodeVersionProblem(version, engines) {
  const actual = parseVersion(version);
  const isFit = engines.split('||').some((range) => {
    const wanted = range.trim();
    const bound = parseVersion(wanted);
    if (wanted.startsWith('^') && actual[0] !== bound[0]) return false;
    return compare(actual, bound) >= 0;
  });
  if (isFit) return null;
  const said = engines
    .split('||')
    .map((range) => range.trim())
    .map((range) => {
      const bound = parseVersion(range);
      return range.startsWith('^')
        ? `${bound[0]} from ${bound.join('.')} on`
        : `${bound.slice(0, 2).join('.')} or newer`;
    })
    .join(', or ');
  return `This is Node ${version.replace(/^v/, '')}; Toolstone needs Node ${said}. Install one from https://nodejs.org and run the command again.`;
}

/**
 * Ends the program with one line where its Node is too old.
 *
 * @param {URL} manifest the `package.json` whose `engines` hold
 */
export function requireNode(manifest) {
  const problem = nodeVersionProblem(process.version, JSON.parse(readFileSync(manifest, 'utf8')).engines.node);
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** @param {string} text */
const parseVersion = (text) =>
  text
    .replace(/^[^\d]*/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10) || 0);

/**
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 */
function compare(left, right) {
  for (let at = 0; at < 3; at++) {
    const difference = (left[at] || 0) - (right[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
