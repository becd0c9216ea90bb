/** A path as it is seen from a directory: relative below it, as it is elsewhere. */
export const pathIn = (directory: string, path: string): string =>
  path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path;

/** What an undo tells, line by line, with its paths as they are seen from a directory. */
export const undoneIn = (directory: string, text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, verb = '', rest = ''] = /^((?:took back|kept|removed|restored) )?(.*)$/.exec(line) ?? [];
      return `${verb}${pathIn(directory, rest)}`;
    })
    .join('\n');
