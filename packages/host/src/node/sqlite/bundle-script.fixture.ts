import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A script of this folder as one file that `node` starts at once, with the environment that it needs to find packages. */
export async function bundleScript(
  name: string,
  directory: string,
): Promise<{ readonly file: string; readonly env: NodeJS.ProcessEnv }> {
  const file = join(directory, `${name}.cjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['better-sqlite3'],
    // A `require` finds packages by NODE_PATH; an `import()` would look beside the bundle only.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
  });
  const packages =
    createRequire(import.meta.url)
      .resolve.paths('better-sqlite3')
      ?.join(delimiter) ?? '';
  return { file, env: { ...process.env, NODE_PATH: packages } };
}
