// `npm test` and `npm run test:full`; see CONTRIBUTING.md for what may follow `--`.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./setup/prepare.mjs');
const { runScript } = await import('./setup/setup-error.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: true });
  const { runTests } = await import('./test/run-tests.mjs');
  return await runTests(root, process.argv.slice(2));
});
