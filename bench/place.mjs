import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A fresh home with a data directory and a work folder that is a git repository, all removed at the end.
 *
 * @typedef {{ readonly folder: string, readonly home: string, readonly data: string, readonly work: string, remove(): void }} Place
 */

/** @returns {Place} */
export function makePlace() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-bench-')));
  const [home, work] = [path.join(folder, 'home'), path.join(folder, 'work')];
  fs.mkdirSync(home);
  fs.mkdirSync(work);
  execFileSync('git', ['init', '-q', work]);
  return {
    folder,
    home,
    data: path.join(home, '.toolstone'),
    work,
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Every file below a folder with its size.
 *
 * @param {string} folder
 * @returns {readonly { readonly path: string, readonly bytes: number }[]}
 */
export function filesBelow(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(place);
    return entry.isFile() ? [{ path: place, bytes: fs.statSync(place).size }] : [];
  });
}
