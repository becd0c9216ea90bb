/** Joins and normalizes an absolute POSIX path without looking at a disk. */
export function resolvePath(directory: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${path.startsWith('/') ? '' : `${directory}/`}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/**
 * The file that a path in a command names, or null where that cannot be told: a `..` behind a directory that may be a
 * symbolic link leads elsewhere than the text says. `cwd` has no links.
 */
export function resolveCertain(path: string, directory: string | null, cwd: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const up = parts.findIndex((part) => part !== '..');
  const climbs = path.startsWith('/') ? 0 : up < 0 ? parts.length : up;
  if (parts.slice(climbs).includes('..')) return null;
  if (path.startsWith('/')) return resolvePath('/', path);
  if (directory === null || (climbs > 0 && directory !== cwd)) return null;
  return resolvePath(directory, path);
}
