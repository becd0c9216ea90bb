// `npm run check`: everything about the code that needs no running of it.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./setup/prepare.mjs');
const { runScript } = await import('./setup/setup-error.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: false });
  const { runChecks } = await import('./check/run-checks.mjs');
  return await runChecks(root);
});
