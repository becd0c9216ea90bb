import { readFileSync } from 'node:fs';

/** The version in the package's own `package.json`, which lies one level above both the sources and the bundle. */
export function readVersion(): string {
  const packageJson = new URL(
    import.meta.url.includes('/src/') ? '../../package.json' : '../package.json',
    import.meta.url,
  );
  const { version } = JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }; // our own file
  return version;
}
