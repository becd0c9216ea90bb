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

function compileOne(base: string, rest: string, { isWide }: PathMatcherOptions): PathTest {
  if (!hasGlob(rest)) {
    const directory = resolvePath(base, rest);
    if (!isWide) return (path) => isWithin(path, directory);
    const lower = directory.toLowerCase();
    return (path) => isWithin(path.toLowerCase(), lower);
  }
  const glob = `${base === '/' ? '' : escapeGlob(base)}/${rest.replace(/^\.\//, '')}`;
  const options = { dot: true, nonegate: true, nocase: isWide };
  const matches = picomatch(isWide ? [glob, `${glob.replace(/\/$/, '')}/**`] : glob, options);
  return (path) => matches(path);
}

/** Tests absolute paths against directories (with all that is in them) and glob patterns. */
export function compilePaths(
  patterns: string | readonly string[],
  place: PatternPlace,
  options: PathMatcherOptions,
): PathTest {
  const tests = [patterns]
    .flat()
    .flatMap((pattern) => split(pattern, place))
    .map(({ base, rest }) => compileOne(base, rest, options));
  return (path) => tests.some((test) => test(path));
}

export { isWithin };
