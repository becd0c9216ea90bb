import { createHash } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CACHE = new URL('../../../../../node_modules/.cache/toolstone-bundles/', import.meta.url);

/** Heavy or native packages that a job loads on its first use: left to Node, as the bundle of the app leaves what is native. */
const external = ['sharp', 'mammoth', 'unpdf', 'read-excel-file', 'iconv-lite'];

/** One bundle a process: what is bundled does not change while tests run. */
const bundles = new Map<string, Promise<URL>>();

/**
 * A file that plain Node runs, for tests: bundles a TypeScript entry (of a worker, which calls `serveJobs`, or of a
 * process to be killed) and gives the URL of the result. It lies in the cache of `node_modules` under the hash of its
 * content, so that it is written once.
 */
export const bundleFile = (entry: URL): Promise<URL> => {
  const known = bundles.get(entry.href) ?? bundle(entry);
  bundles.set(entry.href, known);
  return known;
};

const bundle = async (entry: URL): Promise<URL> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const name = `bundle-${createHash('sha256').update(contents).digest('hex').slice(0, 24)}`;
  const file = new URL(`${name}.mjs`, CACHE);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  await mkdir(CACHE, { recursive: true });
  // Several test files may do this at once: nobody may load half a file.
  const own = new URL(`${name}.${process.pid}.tmp`, CACHE);
  await writeFile(own, contents);
  await rename(own, file);
  return file;
};
