export type KeyPath = readonly (string | number)[];

/** Where a key and its value stand in a TOML text, as offsets. */
export interface TomlEntry {
  readonly path: KeyPath;
  readonly keyStart: number;
  readonly valueStart: number;
  /** Behind the last character of the value. */
  readonly valueEnd: number;
  /** The table header above it; undefined at the top of the file. */
  readonly section: TomlSection | undefined;
}

/** A `[table]` or `[[array of tables]]` header. */
interface TomlSection {
  readonly path: KeyPath;
  readonly start: number;
  /** Behind its closing bracket. */
  readonly end: number;
}

export interface TomlPlaces {
  readonly entries: readonly TomlEntry[];
  readonly sections: readonly TomlSection[];
}

/**
 * Finds keys and values in a TOML text that a parser has accepted: no parser keeps their places, and an error message or an
 * edit needs them. Entries of arrays have their index in the path, elements included: `rules`, `rules.0`, `rules.0.id`.
 */
export function locateToml(text: string): TomlPlaces {
  const entries: TomlEntry[] = [];
  const sections: TomlSection[] = [];
  const arrayLengths = new Map<string, number>();
  let section: TomlSection | undefined;
  let at = 0;

  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at += pattern.exec(text)?.[0].length ?? 0;
  };
  const skipBlanks = (): void => skip(/(?:[ \t\r\n\uFEFF]|#[^\n]*)*/y);
  const skipSpaces = (): void => skip(/[ \t]*/y);

  const readString = (): string => {
    const start = at;
    const quote = text.startsWith(text.charAt(at).repeat(3), at) ? text.charAt(at).repeat(3) : text.charAt(at);
    at += quote.length;
    while (at < text.length && !text.startsWith(quote, at)) at += text[at] === '\\' && quote[0] === '"' ? 2 : 1;
    at += quote.length;
    // A multi-line string may end in up to two quotes of its own.
    if (quote.length === 3) skip(quote[0] === '"' ? /"{0,2}/y : /'{0,2}/y);
    return text.slice(start, at);
  };

  const readKey = (): string[] => {
    const parts: string[] = [];
    do {
      if (text[at] === '.') at++;
      skipSpaces();
      if (text[at] === '"' || text[at] === "'") parts.push(unquote(readString()));
      else {
        const start = at;
        skip(/[^\s.=\]"']*/y);
        parts.push(text.slice(start, at));
      }
      skipSpaces();
    } while (text[at] === '.');
    return parts;
  };

  const readValue = (path: KeyPath): void => {
    const first = text[at];
    if (first === '"' || first === "'") readString();
    else if (first === '[') readList(path, ']', (index) => readElement([...path, index]));
    else if (first === '{') readList(path, '}', () => readPair(path));
    else {
      skip(/[^,\]}\n#]*/y);
      while (/\s/.test(text.charAt(at - 1))) at--;
    }
  };
  const readList = (_path: KeyPath, end: string, readItem: (index: number) => void): void => {
    at++;
    for (let index = 0; at < text.length; index++) {
      skipBlanks();
      if (text[at] === end) break;
      readItem(index);
      skipBlanks();
      if (text[at] === ',') at++;
    }
    at++;
  };
  const readElement = (path: KeyPath): void => record(path, at);
  const readPair = (base: KeyPath): void => {
    const keyStart = at;
    const path = [...base, ...readKey()];
    at++; // the equals sign
    skipSpaces();
    record(path, keyStart);
  };
  const record = (path: KeyPath, keyStart: number): void => {
    const valueStart = at;
    const index = entries.length;
    readValue(path);
    entries.splice(index, 0, { path, keyStart, valueStart, valueEnd: at, section });
  };

  /** `[a.b]` below `[[a]]` belongs to the last table of `a`. */
  const resolve = (key: readonly string[], isArray: boolean): KeyPath => {
    const path: (string | number)[] = [];
    key.forEach((part, index) => {
      path.push(part);
      const name = JSON.stringify(path);
      const length = arrayLengths.get(name);
      if (isArray && index === key.length - 1) {
        arrayLengths.set(name, (length ?? 0) + 1);
        path.push(length ?? 0);
      } else if (length !== undefined) path.push(length - 1);
    });
    return path;
  };
  const readHeader = (): void => {
    const start = at;
    const isArray = text.startsWith('[[', at);
    at += isArray ? 2 : 1;
    const path = resolve(readKey(), isArray);
    at += isArray ? 2 : 1;
    section = { path, start, end: at };
    sections.push(section);
  };

  for (skipBlanks(); at < text.length; skipBlanks()) {
    if (text[at] === '[') readHeader();
    else readPair(section?.path ?? []);
  }
  return { entries, sections };
}

/** The line, from 1, of a key or of the nearest thing above it that stands in the text. */
export function lineOf(text: string, places: TomlPlaces, path: KeyPath): number {
  for (let length = path.length; length > 0; length--) {
    const wanted = JSON.stringify(path.slice(0, length));
    const isWanted = (place: { readonly path: KeyPath }): boolean => JSON.stringify(place.path) === wanted;
    const offset = places.entries.find(isWanted)?.keyStart ?? places.sections.find(isWanted)?.start;
    if (offset !== undefined) return text.slice(0, offset).split('\n').length;
  }
  return 1;
}

function unquote(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1); // TOML knows escapes that JSON does not; such a key is only found less exactly
  }
}
