import fs from 'node:fs';
import path from 'node:path';

const sourceRoots = ['packages', 'apps', 'scripts', 'bench'];
const skippedFolders = new Set(['node_modules', 'dist', 'fixtures', 'coverage', 'schemas']);

/**
 * A source file as the checks see it; `path` is relative to the root, with `/`.
 *
 * @typedef {{ readonly path: string, readonly text: string }} SourceFile
 */

/**
 * Every file of code, tests included, test data and what is generated left out.
 *
 * @param {string} root
 * @returns {readonly SourceFile[]}
 */
export function readSourceFiles(root) {
  return sourceRoots
    .flatMap((folder) => walk(path.join(root, folder)))
    .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file))
    .map((file) => ({
      path: path.relative(root, file).split(path.sep).join('/'),
      text: fs.readFileSync(file, 'utf8'),
    }));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function walk(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : walk(place);
    return entry.isFile() ? [place] : [];
  });
}
