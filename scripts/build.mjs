// `npm run build`: the bundle of the command-line app, made anew.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { spawnSync } = await import('node:child_process');
const { fileURLToPath } = await import('node:url');
const { buildKey, markBuilt } = await import('./setup/build-state.mjs');
const { prepare } = await import('./setup/prepare.mjs');
const { runScript } = await import('./setup/setup-error.mjs');
const { withSetupLock } = await import('./setup/setup-lock.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: false });
  return await withSetupLock(root, {}, async () => {
    const key = buildKey(root);
    const main = fileURLToPath(new URL('./build/main.mjs', import.meta.url));
    const { status } = spawnSync(process.execPath, [main], { cwd: root, stdio: 'inherit' });
    if (status === 0) markBuilt(root, key);
    return status ?? 1;
  });
});
