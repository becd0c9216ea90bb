import path from 'node:path';
import { buildKey, isBuilt, markBuilt } from './build-state.mjs';
import { install, isInstalled } from './install.mjs';
import { withProgress } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * Installs and builds what is missing or stale, once, however many commands ask at the same time; says so on stderr.
 * Costs about 15 ms where nothing is to be done.
 *
 * @param {string} root
 * @param {{ readonly build: boolean }} needs
 */
export async function prepare(root, needs) {
  const isReady = () => isInstalled(root) && (!needs.build || isBuilt(root));
  if (isReady()) return;
  const onWait = (/** @type {number} */ pid) =>
    process.stderr.write(`Process ${pid} is setting this clone up; waiting for it …\n`);
  await withSetupLock(root, { onWait }, async () => {
    if (!isInstalled(root)) {
      await install(root, {
        onInstall: (work) => withProgress('Installing dependencies (a minute or two the first time)', work),
      });
    }
    if (needs.build && !isBuilt(root)) await withProgress('Building', () => build(root));
  });
}

/** @param {string} root */
async function build(root) {
  const key = buildKey(root);
  const { code, output } = await runCommand([process.execPath, path.join(root, 'scripts', 'build', 'main.mjs')], {
    cwd: root,
  });
  if (code !== 0) {
    throw new SetupError(
      'The sources could not be built',
      'Mend what the lines above name, then run the command again',
      output,
    );
  }
  markBuilt(root, key);
}
