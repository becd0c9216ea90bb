import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readStamp, writeStamp } from './stamp.mjs';

/**
 * Whether the bundle was made of the sources as they are. Looks at names, sizes and times only: about 10 ms.
 *
 * @param {string} root
 */
export function isBuilt(root) {
  return readStamp(root, 'build') === buildKey(root) && fs.existsSync(path.join(root, 'apps', 'cli', 'dist'));
}

/**
 * The state of everything that the bundle is made of.
 *
 * @param {string} root
 */
export function buildKey(root) {
  const hash = createHash('sha256');
  for (const folder of ['packages', 'apps']) {
    for (const entry of list(path.join(root, folder))) {
      if (!entry.isDirectory()) continue;
      addFile(hash, path.join(root, folder, entry.name, 'package.json'));
      addFolder(hash, path.join(root, folder, entry.name, 'src'));
    }
  }
  addFile(hash, path.join(root, 'package-lock.json'));
  addFolder(hash, path.join(root, 'scripts', 'build'));
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} key taken before the build began, so that a change during it counts
 */
export const markBuilt = (root, key) => writeStamp(root, 'build', key);

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 */
function addFolder(hash, folder) {
  for (const entry of list(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, place);
    else if (!/\.(test|conformance|fixture|test-support)\.tsx?$/.test(entry.name)) addFile(hash, place);
  }
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} file
 */
function addFile(hash, file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined) hash.update(`${file}\0${stat.size}\0${stat.mtimeMs}\n`);
}

/** @param {string} folder */
function list(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
