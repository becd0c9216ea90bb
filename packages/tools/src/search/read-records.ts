/** One printed line of a file. */
export interface FoundLine {
  readonly number: number;
  /** False for a line that is only shown around a match. */
  readonly isMatch: boolean;
  readonly text: string;
}

export interface FoundFile {
  readonly path: string;
  readonly matches: number;
  readonly lines: readonly FoundLine[];
}

export interface RecordReader {
  push(text: string): void;
  /** The files by path, without those that must not be shown. */
  files(): readonly FoundFile[];
  /** How many files `files` leaves out. */
  readonly hidden: number;
  /** Lines so far that are no record. */
  readonly malformed: number;
}

/** Longer lines come from a program that does not cut them itself; a cut line has its remark within this. */
const MAX_LINE_CHARS = 1024 + 128;
/** What ripgrep prints without a NUL between records, about a file in which it met binary data. */
const BINARY_REMARK = /^.*: (?:binary file matches|WARNING: stopped searching binary file) [^\n]*\n/;

interface Collected {
  matches: number;
  readonly lines: FoundLine[];
}

/** Reads `path NUL number (: or -) text LF`, which ripgrep prints with `--null --no-heading`, as it comes. */
export function createRecordReader(
  displayed: (path: string) => string,
  mayShow: (path: string) => boolean = () => true,
): RecordReader {
  const found = new Map<string, Collected>();
  let rest = '';
  let malformed = 0;
  let hidden = 0;
  let lastPath: string | undefined;
  let last: Collected = { matches: 0, lines: [] };

  const fileOf = (path: string): Collected => {
    if (path === lastPath) return last;
    lastPath = path;
    const known = found.get(path);
    last = known ?? { matches: 0, lines: [] };
    if (!known) found.set(path, last);
    return last;
  };

  const record = (path: string, line: string): void => {
    const end = numberEnd(line);
    const mark = line[end];
    if (end === 0 || (mark !== ':' && mark !== '-')) {
      malformed += 1;
      return;
    }
    const file = fileOf(path);
    const isMatch = mark === ':';
    if (isMatch) file.matches += 1;
    file.lines.push({ number: Number(line.slice(0, end)), isMatch, text: cut(line.slice(end + 1)) });
  };

  return {
    push(text) {
      const all = rest + text;
      let at = 0;
      for (;;) {
        const nul = all.indexOf('\0', at);
        if (nul < 0) break;
        const end = all.indexOf('\n', nul);
        if (end < 0) break;
        const path = all.slice(at, nul);
        record(path.includes('\n') ? path.replace(BINARY_REMARK, '') : path, all.slice(nul + 1, end));
        at = end + 1;
      }
      rest = all.slice(at);
    },
    files() {
      const shown = [...found].filter(([path]) => mayShow(path));
      hidden = found.size - shown.length;
      return shown
        .map(([path, { matches, lines }]) => ({ path: displayed(path), matches, lines }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    get hidden() {
      return hidden;
    },
    get malformed() {
      return malformed;
    },
  };
}

function numberEnd(line: string): number {
  let end = 0;
  for (let code = line.charCodeAt(0); code >= 48 && code <= 57; code = line.charCodeAt(end)) end += 1;
  return end;
}

function cut(text: string): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  return line.length > MAX_LINE_CHARS ? `${line.slice(0, 1024)} [… ${line.length - 1024} more characters]` : line;
}
