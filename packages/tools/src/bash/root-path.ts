/** Where a relative word leads; null while that is not known. */
export type Directory = string | null;

/**
 * The segments of a path without `.`, `..` and doubled slashes; undefined where it is relative to an unknown directory.
 * Nothing is looked up: links do not matter to what a guard reads off a command line.
 */
function pathSegments(path: string, directory: Directory): readonly string[] | undefined {
  if (!path.startsWith('/') && directory === null) return undefined;
  const segments: string[] = [];
  const full = path.startsWith('/') ? path : `${directory}/${path}`;
  for (const segment of full.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

/** A wildcard that leaves nothing out: `*`, `.*`, `?*`, `.[!.]*`. */
const matchesAll = (segment: string): boolean => /\*/.test(segment) && /^[.*?]*(\[[!^]\.\])?[.*?]*$/.test(segment);

/** Whether a word names the directory itself, as `//` and `/.` do too, or all its entries, as `/*` does. */
export function namesWhole(word: string, whole: string, directory: Directory): boolean {
  const segments = pathSegments(word, directory);
  const base = pathSegments(whole, null);
  if (!segments || !base || segments.length < base.length) return false;
  return base.every((segment, index) => segment === segments[index]) && segments.slice(base.length).every(matchesAll);
}

const DEVICE = /^\/dev\/(sd[a-z]|hd[a-z]|vd[a-z]|xvd|nvme\d|mmcblk\d|dm-|md\d|loop\d|r?disk|mapper\/|block\/)/;

/** A disk, a partition or a volume. */
export const isBlockDevice = (path: string): boolean => DEVICE.test(path.replace(/\/{2,}/g, '/'));

export const isProcessEnvironment = (path: string): boolean =>
  /(^|[\s'"=@])\/+proc\/+[^/\s]+\/+(task\/+[^/\s]+\/+)?environ\b/.test(path);
