/** A path as it is seen from a directory: relative below it, as it is elsewhere. */
export const pathIn = (directory: string, path: string): string =>
  path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;
