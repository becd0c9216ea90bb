// `npm run bench -- [--only NAME,…] [--runs N]`: what fast means, one JSON line each.
import { requireNode } from './setup/node-version.mjs';

requireNode(new URL('../package.json', import.meta.url));
const { fileURLToPath } = await import('node:url');
const { prepare } = await import('./setup/prepare.mjs');
const { runScript } = await import('./setup/setup-error.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: true });
  // The scripted model is TypeScript.
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  try {
    const { runBench } = await import('../bench/run-bench.mjs');
    return await runBench(root, process.argv.slice(2));
  } finally {
    await unregister();
  }
});
