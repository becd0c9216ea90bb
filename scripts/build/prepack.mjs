// `npm pack` in apps/cli: the bundle as the sources are now, with the licence and the introduction of the repository.
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../setup/prepare.mjs';
import { runScript } from '../setup/setup-error.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

await runScript(async () => {
  await prepare(root, { build: true });
  for (const name of ['LICENSE', 'README.md']) {
    const file = path.join(root, name);
    if (existsSync(file)) copyFileSync(file, path.join(root, 'apps', 'cli', name));
  }
  return 0;
});
