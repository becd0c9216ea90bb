import type { CharFilter } from '../component.ts';
import { htmlEntities, longestEntityName } from './html-entities.ts';
import { createOffsetWriter, type OffsetWriter } from './offset-map.ts';

/** Elements within a line: their tags leave nothing; the tags of all others leave a line break. */
const inlineElements = new Set(
  (
    'a b i q s u abbr acronym basefont bdo big cite code dfn em font img input kbd label samp select small span strike ' +
    'strong sub sup textarea tt var'
  ).split(' '),
);

/** What a construct at some place becomes: `length` units read, `text` written. */
interface Reading {
  readonly length: number;
  readonly text: string;
}

/** Takes the tags, comments, scripts and styles out of HTML and resolves its character references. */
export const createHtmlStripFilter = (name: string, escapedTags: readonly string[] = []): CharFilter => {
  const escaped = new Set(escapedTags.map((tag) => tag.toLowerCase()));
  return {
    name,
    isNormalizing: false,
    filter: (text) => {
      const writer = createOffsetWriter();
      let from = 0;
      let close = -1;
      // Read once, however many openings ask for it.
      const closeAfter = (at: number): number => {
        if (close < at) {
          const found = text.indexOf('>', at);
          close = found < 0 ? Number.POSITIVE_INFINITY : found;
        }
        return close;
      };
      for (let at = nextSign(text, 0); at >= 0; ) {
        const reading =
          text.charAt(at) === '&' ? readReference(text, at) : readMarkup(text, at, { escaped, closeAfter });
        if (reading === undefined) {
          at = nextSign(text, at + 1);
          continue;
        }
        writer.copy(text.slice(from, at));
        writer.replace(reading.text, reading.length);
        from = at + reading.length;
        if (text.startsWith('<![CDATA[', at)) from = copySection(text, from, writer);
        at = nextSign(text, from);
      }
      writer.copy(text.slice(from));
      return writer.finish();
    },
  };
};

const nextSign = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x26 || code === 0x3c) return at;
  }
  return -1;
};

const copySection = (text: string, from: number, writer: OffsetWriter): number => {
  const end = text.indexOf(']]>', from);
  writer.copy(text.slice(from, end < 0 ? text.length : end));
  if (end < 0) return text.length;
  writer.replace('', 3);
  return end + 3;
};

const isPair = (high: number, low: number): boolean =>
  high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;

const numericReference = /&#(?:[xX]([0-9a-fA-F]+)|([0-9]+))/y;

const readNumber = (text: string, at: number): { readonly code: number; readonly end: number } | undefined => {
  numericReference.lastIndex = at;
  const match = numericReference.exec(text);
  if (match === null) return undefined;
  const [, hex, decimal = ''] = match;
  if (hex === undefined ? decimal.length > 7 : hex.length > 6) return undefined;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? undefined : { code, end: at + match[0].length };
};

const readReference = (text: string, at: number): Reading | undefined => {
  if (text.charAt(at + 1) !== '#') return readNamed(text, at);
  const first = readNumber(text, at);
  if (first === undefined) return undefined;
  const { code, end } = first;
  const isEnded = text.charAt(end) === ';';
  if (!isEnded && end < text.length) return undefined;
  if (isEnded && text.startsWith('&#', end + 1)) {
    const second = readNumber(text, end + 1);
    if (second !== undefined && isPair(code, second.code) && text.charAt(second.end) === ';') {
      return { length: second.end + 1 - at, text: String.fromCharCode(code, second.code) };
    }
  }
  const letter = code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
  return { length: end + (isEnded ? 1 : 0) - at, text: letter };
};

const readNamed = (text: string, at: number): Reading | undefined => {
  const limit = Math.min(text.length, at + 1 + longestEntityName);
  for (let end = limit; end > at + 1; end--) {
    const entity = htmlEntities.get(text.slice(at + 1, end));
    if (entity === undefined) continue;
    if (text.charAt(end) === ';') return { length: end + 1 - at, text: entity };
    return end === text.length ? { length: end - at, text: entity } : undefined;
  }
  return undefined;
};

const namePattern = /<(\/?)\s*([:_\p{ID_Start}][-.:_\p{ID_Continue}]*)/uy;
const closing = /\s*>/y;

const sticky = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

interface MarkupOptions {
  readonly escaped: ReadonlySet<string>;
  /** The place of the next `>`, or infinity. */
  readonly closeAfter: (at: number) => number;
}

const readMarkup = (text: string, at: number, { escaped, closeAfter }: MarkupOptions): Reading | undefined => {
  if (text.charAt(at + 1) === '!') return readDeclaration(text, at, closeAfter);
  if (text.charAt(at + 1) === '?') {
    const end = closeAfter(at);
    const isClosed = end < text.length && end > at + 2 && /[/?]/.test(text.charAt(end - 1));
    return isClosed ? { length: end + 1 - at, text: '' } : undefined;
  }
  const match = sticky(namePattern, text, at);
  if (match === null) return undefined;
  const element = (match[2] ?? '').toLowerCase();
  const nameEnd = at + match[0].length;
  // A tag that the text ends in goes, if its name is whole.
  if (nameEnd === text.length && !escaped.has(element)) return { length: nameEnd - at, text: '' };
  const end = match[1] === '/' ? endOfEndTag(text, nameEnd) : endOfStartTag(text, nameEnd);
  if (end < 0) return undefined;
  if (match[1] !== '/' && (element === 'script' || element === 'style')) {
    return readHidden(text, { at, end, element, isKept: escaped.has(element) });
  }
  if (escaped.has(element)) return { length: end - at, text: text.slice(at, end) };
  return { length: end - at, text: inlineElements.has(element) ? '' : '\n' };
};

const endOfEndTag = (text: string, from: number): number => {
  const match = sticky(closing, text, from);
  return match === null ? -1 : from + match[0].length;
};

/** Behind the `>` of a start tag, quoted values and included directives skipped; -1 where another tag begins before. */
const endOfStartTag = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '>') return at + 1;
    if (letter === '<') {
      if (!text.startsWith('<!--#', at)) return -1;
      const end = text.indexOf('-->', at);
      if (end < 0) return -1;
      at = end + 2;
    } else if ((letter === '"' || letter === "'") && /=\s*$/.test(text.slice(Math.max(from, at - 64), at))) {
      const end = endOfQuoted(text, at);
      // A quote that is never closed is a character like any other.
      if (end > 0) at = end;
    }
  }
  return -1;
};

const endOfQuoted = (text: string, at: number): number => {
  const quote = text.charAt(at);
  for (let index = at + 1; index < text.length; index++) {
    if (text.charAt(index) === '\\' && text.charAt(index + 1) === quote) index++;
    else if (text.charAt(index) === quote) return index;
  }
  return -1;
};

/** `<!--`, `<![CDATA[` and other declarations. */
const readDeclaration = (text: string, at: number, closeAfter: (at: number) => number): Reading | undefined => {
  if (text.startsWith('<!--', at)) {
    let end = at + 4;
    for (;;) {
      const close = text.indexOf('-->', end);
      if (close < 0) return { length: text.length - at, text: '' };
      const include = text.indexOf('<!--#', end);
      if (include < 0 || include > close) return { length: close + 3 - at, text: '' };
      end = close + 3;
    }
  }
  if (text.startsWith('<![CDATA[', at)) return { length: 9, text: '' };
  const end = closeAfter(at);
  // One that is never closed holds the rest of the text, as it is.
  return end < text.length ? { length: end + 1 - at, text: '' } : { length: text.length - at, text: text.slice(at) };
};

interface Hidden {
  readonly at: number;
  /** Behind the start tag. */
  readonly end: number;
  readonly element: string;
  readonly isKept: boolean;
}

/** A script or style with all that it holds. */
const readHidden = (text: string, { at, end, element, isKept }: Hidden): Reading => {
  const close = new RegExp(`<!--|</\\s*${element}\\s*>`, 'gi');
  close.lastIndex = end;
  for (let match = close.exec(text); match !== null; match = close.exec(text)) {
    if (match[0] === '<!--') {
      const commentEnd = text.indexOf('-->', close.lastIndex);
      if (commentEnd < 0) break;
      close.lastIndex = commentEnd + 3;
      continue;
    }
    const tail = match.index + match[0].length;
    return { length: tail - at, text: isKept ? text.slice(at, end) + match[0] : '\n' };
  }
  return { length: text.length - at, text: isKept ? text.slice(at, end) : '' };
};
