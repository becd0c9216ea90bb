import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from '../setup/prepare.mjs';
import { runScript, SetupError } from '../setup/setup-error.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Sets the clone up and becomes the program: same process, so that its exit code, its signals and its terminal are the
 * person's own.
 */
export async function start() {
  const program = path.join(root, 'apps', 'cli', 'dist', 'toolstone.js');
  await runScript(async () => {
    await prepare(root, { build: true });
    if (!fs.existsSync(program)) {
      throw new SetupError(
        'There is no program at apps/cli/dist/toolstone.js',
        'Run `npm run build` and read what it says',
      );
    }
    return undefined;
  });
  if (process.exitCode !== 0) return;
  process.exitCode = undefined;
  leaveNpm();
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
}

/**
 * Takes back what `npm run` put on: its variables and its search path would reach the commands that a model runs, and
 * it changed to the root, away from the directory in which the person stands.
 */
function leaveNpm() {
  const from = process.env['INIT_CWD'];
  if (from === undefined) return;
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('npm_') || name === 'INIT_CWD' || name === 'NODE' || name === 'COLOR') delete process.env[name];
  }
  const search = process.env['PATH']?.split(path.delimiter) ?? [];
  process.env['PATH'] = search
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')) && !folder.endsWith('node-gyp-bin'))
    .join(path.delimiter);
  if (fs.existsSync(from)) process.chdir(from);
}
