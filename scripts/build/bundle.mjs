import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { leanZod } from './lean-zod.mjs';
import { collectLicenses } from './licenses.mjs';

/** What stays outside the bundle: native code, and what a person may add. */
const external = ['better-sqlite3', 'sharp', '@vscode/ripgrep', 'node-llama-cpp'];

/** The named entries; code asks for one as a sibling of its own chunk. */
const entries = {
  toolstone: 'apps/cli/src/main.ts',
  'job-worker': 'apps/cli/src/node/job-worker.ts',
};

/**
 * Bundles the command-line app into `apps/cli/dist`.
 *
 * All chunks lie side by side, so that `new URL('./job-worker.js', import.meta.url)` holds in any of them. What is
 * imported dynamically (ink and react, document readers) becomes chunks that a start does not load.
 *
 * @param {string} root
 * @returns {Promise<{ readonly built: readonly string[], readonly missing: readonly string[], readonly metafile: import('esbuild').Metafile | null }>}
 */
export async function bundle(root) {
  const present = Object.entries(entries).filter(([, source]) => fs.existsSync(path.join(root, source)));
  const missing = Object.values(entries).filter((source) => !fs.existsSync(path.join(root, source)));
  const outdir = path.join(root, 'apps', 'cli', 'dist');
  if (present.length === 0) {
    fs.rmSync(outdir, { recursive: true, force: true });
    return { built: [], missing, metafile: null };
  }
  const result = await build({
    absWorkingDir: root,
    entryPoints: present.map(([out, source]) => ({ out, in: source })),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    chunkNames: '[name]-[hash]',
    external,
    plugins: [leanZod],
    alias: { 'react-devtools-core': path.join(root, 'scripts', 'build', 'react-devtools-stub.mjs') },
    // React picks its production build by the one, ink leaves its development tools out by the other.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    // Less to read and parse at start; names stay, so that a stack trace can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    keepNames: false,
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'linked',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const files = result.outputFiles.map(finish);
  const licenses = collectLicenses(root, Object.keys(result.metafile.inputs));
  writeAll(outdir, [...files, { name: 'THIRD-PARTY-LICENSES.txt', contents: licenses }]);
  return { built: present.map(([out]) => `${out}.js`), missing, metafile: result.metafile };
}

/**
 * Gives a chunk that holds CommonJS code the `require` which that code asks for, and the program its first line.
 *
 * @param {import('esbuild').OutputFile} file
 */
function finish(file) {
  const name = path.basename(file.path);
  if (!name.endsWith('.js')) return { name, contents: file.contents };
  let text = file.text;
  const shebang = /^#!.*\n/.exec(text)?.[0] ?? '';
  text = text.slice(shebang.length);
  if (text.includes('typeof require<"u"') || text.includes('typeof require!="undefined"')) {
    // On the first line, so that the lines of the source map stay where they are.
    text = `import{createRequire as createRequireOfChunk}from"node:module";const require=createRequireOfChunk(import.meta.url);${text}`;
  }
  if (name === 'toolstone.js') text = `#!/usr/bin/env node\n${text}`;
  return { name, contents: text };
}

/**
 * Writes entries last and removes old chunks after them, so that a program which starts meanwhile finds its chunks.
 *
 * @param {string} outdir
 * @param {readonly { readonly name: string, readonly contents: string | Uint8Array }[]} files
 */
function writeAll(outdir, files) {
  fs.mkdirSync(outdir, { recursive: true });
  const isEntry = (/** @type {string} */ name) => Object.hasOwn(entries, path.basename(name, '.js'));
  const ordered = [...files].sort((a, b) => Number(isEntry(a.name)) - Number(isEntry(b.name)));
  for (const { name, contents } of ordered) {
    const file = path.join(outdir, name);
    fs.writeFileSync(`${file}.new`, contents, { mode: name === 'toolstone.js' ? 0o755 : 0o644 });
    fs.renameSync(`${file}.new`, file);
  }
  const names = new Set(files.map(({ name }) => name));
  for (const name of fs.readdirSync(outdir)) {
    if (!names.has(name)) fs.rmSync(path.join(outdir, name), { recursive: true, force: true });
  }
}
