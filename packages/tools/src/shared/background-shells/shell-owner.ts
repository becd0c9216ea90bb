/**
 * Whom a shell belongs to: the task agent in whose scope it was started (`r7/t2` for `r7/t2` and all below), or the
 * conversation itself (empty), whatever its turn. Agents see only their own shells, and these end with them.
 */
export function shellOwner(scope: string): string {
  const segments = scope.split('/');
  const agent = segments.findLastIndex((segment, index) => index > 0 && /^t\d+$/.test(segment));
  return segments.slice(0, agent + 1).join('/');
}
