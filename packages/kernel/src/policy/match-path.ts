import picomatch from 'picomatch/posix.js';
import { resolvePath } from './shell-paths.ts';

/** What names in path patterns stand for. All paths are absolute with symbolic links resolved. */
export interface PatternPlace {
  readonly home: string;
  readonly roots: readonly string[];
  /** Where relative patterns start. */
  readonly folder: string;
}

const hasGlob = (pattern: string): boolean => /[*?[\]{}()!+@\\]/.test(pattern);
const escapeGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@]/g, '\\$&');
const isWithin = (path: string, directory: string): boolean =>
  path === directory || directory === '/' || path.startsWith(`${directory}/`);

/** A pattern as base (taken literally) and the rest behind it. */
function split(pattern: string, place: PatternPlace): readonly { readonly base: string; readonly rest: string }[] {
  if (pattern === '$roots' || pattern.startsWith('$roots/')) {
    return place.roots.map((base) => ({ base, rest: pattern.slice(7) }));
  }
  if (pattern === '~' || pattern.startsWith('~/')) return [{ base: place.home, rest: pattern.slice(2) }];
  // A pattern that may begin anywhere is not bound to a folder: `**/.env`.
  if (pattern.startsWith('/') || pattern.startsWith('**/')) return [{ base: '/', rest: pattern.replace(/^\//, '') }];
  return [{ base: place.folder, rest: pattern }];
}

export interface PathMatcherOptions {
  /**
   * For what forbids: letters match in either case (some file systems see no difference) and a directory that matches
   * takes along what is in it. What permits is read narrowly.
   */
  readonly isWide: boolean;
}

type PathTest = (path: string) => boolean;

type Compiled =
  | { readonly type: 'directory'; readonly path: string }
  | { readonly type: 'glob'; readonly source: string };

function compileOne(base: string, rest: string, { isWide }: PathMatcherOptions): readonly Compiled[] {
  if (!hasGlob(rest)) {
    const path = resolvePath(base, rest);
    return [{ type: 'directory', path: isWide ? path.toLowerCase() : path }];
  }
  const glob = `${base === '/' ? '' : escapeGlob(base)}/${rest.replace(/^\.\//, '')}`;
  return (isWide ? [glob, `${glob.replace(/\/$/, '')}/**`] : [glob]).map((pattern) => ({
    type: 'glob',
    source: picomatch.makeRe(pattern, { dot: true, nonegate: true }).source,
  }));
}

/** Tests absolute paths against directories (with all that is in them) and glob patterns. */
export function compilePaths(
  patterns: string | readonly string[],
  place: PatternPlace,
  options: PathMatcherOptions,
): PathTest {
  const compiled = [patterns]
    .flat()
    .flatMap((pattern) => split(pattern, place))
    .flatMap(({ base, rest }) => compileOne(base, rest, options));
  const directories = compiled.flatMap((one) => (one.type === 'directory' ? [one.path] : []));
  const sources = compiled.flatMap((one) => (one.type === 'glob' ? [one.source] : []));
  const globs = sources.length === 0 ? undefined : new RegExp(sources.join('|'), options.isWide ? 'i' : '');
  return (path) => {
    const seen = options.isWide && directories.length > 0 ? path.toLowerCase() : path;
    return directories.some((directory) => isWithin(seen, directory)) || globs?.test(path) === true;
  };
}

export { isWithin };
