import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileEnvironment, compileProblem } from './node-headers.mjs';
import { npmCommand, runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

/**
 * Whether `node_modules` is what the lock file says, for this Node. Reads two small files.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  return readStamp(root, 'install') === installKey(root);
}

/**
 * Makes `node_modules` what the lock file says: takes over one that `npm install` already made so, else runs `npm ci`.
 *
 * @param {string} root
 * @param {{ readonly npm?: readonly string[], readonly onInstall?: <T>(work: () => Promise<T>) => Promise<T> }} [options]
 */
export async function install(root, options = {}) {
  const npm = options.npm ?? npmCommand();
  const show = options.onInstall ?? ((work) => work());
  const env = compileEnvironment(process.env);
  if (matchesLockFile(root)) {
    // Another Node than the one that compiled it.
    if (!hasSqlite(root)) await show(() => runCommand([...npm, 'rebuild', 'better-sqlite3'], { cwd: root, env }));
    if (hasSqlite(root)) return writeStamp(root, 'install', installKey(root));
  }
  await show(async () => {
    const { code, output } = await runCommand([...npm, 'ci', '--no-audit', '--no-fund'], { cwd: root, env });
    if (code !== 0) throw installFailure(code, output);
  });
  if (!hasSqlite(root)) {
    const { cause, nextStep } = compileProblem(process.env);
    throw new SetupError(
      `SQLite could not be compiled for Node ${process.versions.node} (the package better-sqlite3): ${cause}`,
      nextStep,
    );
  }
  writeStamp(root, 'install', installKey(root));
}

/**
 * @param {number} code
 * @param {string} output
 */
function installFailure(code, output) {
  if (/EUSAGE|can only install packages when your package\.json/.test(output)) {
    return new SetupError(
      'package-lock.json does not fit the package.json files',
      'Run `npm install` once to bring the lock file up to date, then run the command again',
      // After it npm prints its whole usage.
      output.split('npm error Clean install a project')[0],
    );
  }
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|network/i.test(output)) {
    return new SetupError(
      'The dependencies could not be downloaded',
      'Check the connection, the proxy and `npm config get registry`, then run the command again',
      output,
    );
  }
  return new SetupError(
    `The dependencies could not be installed (npm ci ended with ${code})`,
    'The lines above are npm’s own; run `npm ci` to see all of them, then run the command again',
    output,
  );
}

/** @param {string} root */
function installKey(root) {
  const lock = createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  return `${lock} ${process.versions.modules} ${process.platform}-${process.arch}`;
}

/**
 * Compares the lock file with the one that npm leaves in `node_modules`.
 *
 * @param {string} root
 */
function matchesLockFile(root) {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  const present = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.optional === true || !place.includes('node_modules/')) return true;
    const found = present[place];
    return (
      found?.version === entry.version && found?.integrity === entry.integrity && fs.existsSync(path.join(root, place))
    );
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { readonly version?: string, readonly integrity?: string, readonly optional?: boolean }> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
  } catch {
    return null; // Missing or half written: nothing to compare with.
  }
}

/**
 * Whether this Node has a SQLite: its own, or the compiled package.
 *
 * @param {string} root
 */
function hasSqlite(root) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return true;
  const manifest = path.join(root, 'packages', 'host', 'package.json');
  if (!fs.existsSync(manifest)) return true;
  try {
    const Database = createRequire(manifest)('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    return false; // Absent, or compiled for another Node.
  }
}
