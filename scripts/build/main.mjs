// The bundling itself, in a process of its own: whoever asks for it has installed the dependencies and holds the lock.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatMessages } from 'esbuild';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const { built, missing, metafile } = await bundle(root);
  for (const source of missing) process.stdout.write(`${source} does not exist: left out\n`);
  if (metafile !== null) {
    const cache = path.join(root, 'node_modules', '.cache', 'toolstone');
    fs.mkdirSync(cache, { recursive: true });
    fs.writeFileSync(path.join(cache, 'bundle.json'), JSON.stringify(metafile));
    const outputs = Object.entries(metafile.outputs).filter(([name]) => name.endsWith('.js'));
    const kilobytes = Math.round(outputs.reduce((sum, [, { bytes }]) => sum + bytes, 0) / 1024);
    process.stdout.write(`apps/cli/dist: ${built.join(', ')}; ${outputs.length} chunks, ${kilobytes} KB\n`);
  }
} catch (error) {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) throw error;
  process.stderr.write((await formatMessages(error.errors, { kind: 'error', color: process.stderr.isTTY })).join(''));
  process.exitCode = 1;
}
