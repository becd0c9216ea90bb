import fs from 'node:fs';
import path from 'node:path';
import { npmCommand, runCommand } from '../setup/run-command.mjs';
import { startLocalRegistry } from './local-registry.mjs';

/**
 * Packs the app as for publishing and installs the archive into an empty folder: scripts off, no network.
 *
 * @param {string} root the repository
 * @param {string} work an empty folder
 * @returns {Promise<{ readonly program: string, readonly files: readonly string[], readonly bytes: number, readonly log: string }>}
 */
export async function installPackedApp(root, work) {
  const [archives, place] = ['archives', 'place'].map((name) => path.join(work, name));
  if (archives === undefined || place === undefined) throw new Error('unreachable');
  for (const folder of [archives, place]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(place, 'package.json'), '{ "name": "place", "private": true }\n');

  const packed = await run(
    [...npmCommand(), 'pack', '--json', '--silent', '--pack-destination', work],
    path.join(root, 'apps', 'cli'),
  );
  const [{ filename, files, size }] = JSON.parse(packed.slice(packed.indexOf('[')));
  const registry = await startLocalRegistry(root, archives);
  try {
    const log = await run(
      [
        ...npmCommand(),
        'install',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--registry',
        registry.url,
        '--cache',
        path.join(work, 'cache'),
        path.join(work, filename),
      ],
      place,
    );
    return {
      program: path.join(place, 'node_modules', '.bin', 'toolstone'),
      files: files.map((/** @type {{ path: string }} */ file) => file.path),
      bytes: size,
      log,
    };
  } finally {
    await registry.close();
  }
}

/**
 * @param {readonly string[]} argv
 * @param {string} cwd
 */
async function run(argv, cwd) {
  const { code, output } = await runCommand(argv, { cwd });
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${output}`);
  return output;
}
