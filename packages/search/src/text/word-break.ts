import {
  firstWordState,
  packedWordClasses,
  packedWordStates,
  wordClassCount,
  wordKinds,
  wordStateKinds,
} from './word-break-table.ts';

/** What a word is taken for: the names of Lucene's standard tokenizer. */
export type WordKind = (typeof wordKinds)[number];

/** Takes a word from `start` up to `end` (UTF-16 units); `kind` is an index into `wordKindNames`. */
export type WordSink = (start: number, end: number, kind: number) => void;

export const wordKindNames: readonly WordKind[] = wordKinds;

const unpackClasses = (): { readonly plane: Uint8Array; readonly starts: Int32Array; readonly ids: Uint8Array } => {
  const parts = packedWordClasses.split(' ');
  const starts = new Int32Array(parts.length);
  const ids = new Uint8Array(parts.length);
  let point = 0;
  parts.forEach((part, index) => {
    const [delta = '', id = ''] = part.split('.');
    point += Number.parseInt(delta, 36);
    starts[index] = point;
    ids[index] = Number.parseInt(id, 36);
  });
  const plane = new Uint8Array(0x10000);
  starts.forEach((start, index) => {
    if (start < 0x10000) plane.fill(ids[index] ?? 0, start, starts[index + 1] ?? 0x10000);
  });
  return { plane, starts, ids };
};

const unpackStates = (): Uint8Array => {
  const cells: number[] = [];
  for (const run of packedWordStates.split(' ')) {
    const [state = '', count = '1'] = run.split('.');
    for (let left = Number.parseInt(count, 36); left > 0; left--) cells.push(Number.parseInt(state, 36));
  }
  return Uint8Array.from(cells);
};

const classes = unpackClasses();
const states = unpackStates();
const kinds = Uint8Array.from(wordStateKinds);

const classBeyondPlane = (codePoint: number): number => {
  let low = 0;
  let high = classes.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((classes.starts[middle] ?? 0) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return classes.ids[low] ?? 0;
};

const LETTER = 1;
const DIGIT = 2;
/** Joins letters: `.`, `'`, `:`. */
const MID_LETTER = 4;
/** Joins digits: `.`, `'`, `,`, `;`. */
const MID_NUMBER = 8;
const UNDERSCORE = 16;

const asciiKinds = (() => {
  const table = new Uint8Array(128);
  for (let code = 0x30; code <= 0x39; code++) table[code] = DIGIT;
  for (let code = 0x41; code <= 0x5a; code++) table[code] = table[code + 32] = LETTER;
  table[0x5f] = UNDERSCORE;
  table[0x2e] = table[0x27] = MID_LETTER | MID_NUMBER;
  table[0x3a] = MID_LETTER;
  table[0x2c] = table[0x3b] = MID_NUMBER;
  return table;
})();

const NUMBER_KIND = wordKinds.indexOf('<NUM>');
const WORD_KIND = wordKinds.indexOf('<ALPHANUM>');

/**
 * The end of a run of ASCII letters and digits if that alone decides the word, or -1 where what follows may belong to it.
 */
const plainEnd = (text: string, start: number, limit: number): number => {
  let at = start;
  let code = 0;
  let kind = 0;
  let last = 0;
  for (; at < limit; at++) {
    code = text.charCodeAt(at);
    kind = code < 128 ? (asciiKinds[code] ?? 0) : 32;
    if ((kind & (LETTER | DIGIT)) === 0) break;
    last = kind;
  }
  if (at === limit) return at === text.length ? at : -1;
  if (kind === 0) return at;
  if (kind >= UNDERSCORE) return -1;
  const joins = last === LETTER ? MID_LETTER : MID_NUMBER;
  if ((kind & joins) === 0) return at;
  const next = text.charCodeAt(at + 1);
  return next >= 128 || ((asciiKinds[next] ?? 0) & last) !== 0 ? -1 : at;
};

/**
 * The words of a text by the rules of UAX #29 and the emoji of UTS #51, in order. A word longer than `maxLength` units is cut into
 * several. ASCII words are found without the automaton; one word costs well under 100 ns.
 */
export const scanWords = (text: string, maxLength: number, sink: WordSink): void => {
  const { length } = text;
  for (let start = 0; start < length; ) {
    const first = text.charCodeAt(start);
    if (first < 128) {
      const kind = asciiKinds[first] ?? 0;
      if (kind === 0 && first !== 0x23 && first !== 0x2a) {
        start++;
        continue;
      }
      if ((kind & (LETTER | DIGIT)) !== 0) {
        const end = plainEnd(text, start, Math.min(length, start + maxLength));
        if (end > 0) {
          sink(start, end, kind === DIGIT ? kindOfDigits(text, start, end) : WORD_KIND);
          start = end;
          continue;
        }
      }
    }
    const found = longestWord(text, start, Math.min(length, start + maxLength));
    if (found < 0) start += isPairAt(text, start) ? 2 : 1;
    else {
      const end = Math.floor(found / 16);
      sink(start, end, found % 16);
      start = end;
    }
  }
};

const kindOfDigits = (text: string, start: number, end: number): number => {
  for (let at = start + 1; at < end; at++) if (text.charCodeAt(at) > 0x39) return WORD_KIND;
  return NUMBER_KIND;
};

const isPairAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
};

/** The end of the longest word from `start` times 16 plus its kind; -1 where none begins. */
export const longestWord = (text: string, start: number, limit: number): number => {
  let state: number = firstWordState;
  let found = -1;
  for (let at = start; at < limit; ) {
    const code = text.charCodeAt(at);
    let id = 0;
    if (code >= 0xd800 && code <= 0xdbff && isPairAt(text, at)) {
      if (at + 2 > limit) break;
      id = classBeyondPlane(text.codePointAt(at) ?? 0);
      at += 2;
    } else {
      id = classes.plane[code] ?? 0;
      at++;
    }
    state = states[state * wordClassCount + id] ?? 0;
    if (state === 0) break;
    const kind = kinds[state] ?? 0;
    if (kind > 0) found = at * 16 + kind - 1;
  }
  return found;
};
