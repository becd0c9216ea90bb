// The Node 22 leg: the storage on `node:sqlite` and the program itself, run by the Node that npm brings.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./setup/prepare.mjs');
const { runScript } = await import('./setup/setup-error.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: true });
  const { runOnNode22 } = await import('./test/node-22.mjs');
  return await runOnNode22(root);
});
