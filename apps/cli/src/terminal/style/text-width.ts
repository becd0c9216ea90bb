import stringWidth from 'string-width';

/** Columns that a text takes, styles not counted, wide characters twice. */
export const widthOf = (text: string): number => (isPlainAscii(text) ? text.length : stringWidth(text));

const isPlainAscii = (text: string): boolean => /^[ -~]*$/.test(text);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
// biome-ignore lint/suspicious/noControlCharactersInRegex: styles and links are told from text by them
const styleOrText = /(\x1b\[[\d;]*m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\))/;

/** At most `width` columns; what is cut is marked by `…`. Styles that are open at the cut are closed. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  let left = width - 1;
  let out = '';
  let isStyled = false;
  for (const piece of text.split(styleOrText)) {
    if (piece.startsWith('\x1b')) {
      isStyled = true;
      if (left >= 0) out += piece;
      continue;
    }
    if (left < 0) continue;
    for (const { segment } of graphemes.segment(piece)) {
      const columns = widthOf(segment);
      if (columns > left) {
        out += '…';
        left = -1;
        break;
      }
      out += segment;
      left -= columns;
    }
  }
  return isStyled ? `${out}\x1b[0m` : out;
}

/** Filled with blanks to `width` columns. */
export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Puts `first` before the first line and `rest` before the others. */
export const indentLines = (lines: readonly string[], first: string, rest = first): readonly string[] =>
  lines.map((line, index) => {
    const lead = index === 0 ? first : rest;
    // Nothing but blanks is nothing.
    return line === '' && lead.trim() === '' ? '' : lead + line;
  });

/** The user-perceived characters of a text. */
export const segmentsOf = (text: string): readonly string[] =>
  isPlainAscii(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);
