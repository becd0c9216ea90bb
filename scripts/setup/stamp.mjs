import fs from 'node:fs';
import path from 'node:path';

/**
 * What the last successful step left as its key, or null.
 *
 * @param {string} root
 * @param {'install' | 'build'} step
 */
export function readStamp(root, step) {
  try {
    return fs.readFileSync(stampFile(root, step), 'utf8');
  } catch {
    return null; // No stamp: the step is to be done.
  }
}

/**
 * @param {string} root
 * @param {'install' | 'build'} step
 * @param {string} key
 */
export function writeStamp(root, step, key) {
  const file = stampFile(root, step);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, key);
  fs.renameSync(`${file}.new`, file);
}

/**
 * Under `node_modules`, so that a removed `node_modules` takes the stamps with it.
 *
 * @param {string} root
 * @param {string} step
 */
const stampFile = (root, step) => path.join(root, 'node_modules', '.cache', 'toolstone', `${step}.stamp`);
