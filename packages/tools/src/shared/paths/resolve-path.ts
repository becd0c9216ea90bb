import { type Failure, visibleLine } from '@toolstone/protocol';

/** Where a model's paths start from. */
export interface PathBase {
  readonly cwd: string;
  readonly home: string;
}

/**
 * The absolute path that a model means, without `.`, `..` and doubled slashes; `~` is the home directory.
 * Links are not resolved: that needs the file system.
 */
export function resolvePath(path: string, { cwd, home }: PathBase): string {
  const expanded = path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
  const segments: string[] = [];
  for (const segment of (expanded.startsWith('/') ? expanded : `${cwd}/${expanded}`).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** Why a string cannot be a path, or undefined where it can. */
export function unusablePath(path: string, parameter: string): Failure | undefined {
  if (path.trim() === '') {
    return {
      code: 'PATH_EMPTY',
      message: `${parameter} is empty`,
      nextStep: 'Give the path of a file, absolute or relative to the working directory',
    };
  }
  if (path.includes('\0')) {
    return {
      code: 'PATH_INVALID',
      message: `${parameter} contains a NUL character`,
      nextStep: 'Give the path as plain text',
    };
  }
  return undefined;
}

/**
 * The path as the model and the person see it: relative where it is inside the working directory, else absolute; control
 * characters as symbols, because it stands in lines and on terminals.
 */
export function displayPath(path: string, cwd: string): string {
  if (path === cwd) return '.';
  const prefix = cwd === '/' ? '/' : `${cwd}/`;
  return visibleLine(path.startsWith(prefix) ? path.slice(prefix.length) : path);
}

export const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const joinPath = (directory: string, name: string): string =>
  directory === '/' ? `/${name}` : `${directory}/${name}`;
