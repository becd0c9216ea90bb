import { segmentsOf, widthOf } from './text-width.ts';

/** Lines no wider than `width`, broken between words where that is possible; styles go on over the break. */
export const wrapText = (text: string, width: number): readonly string[] => breakLines(text, width, true);

/** Breaks at the column, whatever stands there: for code and output, where blanks count. */
export const breakText = (text: string, width: number): readonly string[] => breakLines(text, width, false);

function breakLines(text: string, width: number, isByWord: boolean): readonly string[] {
  const columns = Math.max(1, width);
  return text.split('\n').flatMap((line) => {
    if (line.length <= columns && widthOf(line) <= columns) return [line];
    const folder = createFolder(columns);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are told from text by them
    for (const [piece] of line.matchAll(/\x1b\[[\d;]*m| +|[^ \x1b]+|\x1b/g)) {
      if (piece.startsWith('\x1b')) folder.style(piece);
      else if (!isByWord) folder.characters(piece);
      else if (piece.startsWith(' ')) folder.blanks(piece.length);
      else folder.word(piece);
    }
    return folder.end();
  });
}

interface Folder {
  style(sequence: string): void;
  blanks(count: number): void;
  word(text: string): void;
  characters(text: string): void;
  end(): readonly string[];
}

function createFolder(width: number): Folder {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  let gap = 0;
  /** The word that may still grow, and the styles that were on before it. */
  let word = '';
  let wordWidth = 0;
  let before: readonly string[] = [];
  let active: readonly string[] = [];

  function breakLine(styles: readonly string[]): void {
    lines.push(styles.length > 0 ? `${line}\x1b[0m` : line);
    line = styles.join('');
    lineWidth = 0;
  }

  /** The blanks at which a line is broken are not shown. */
  function place(): void {
    if (word === '') return;
    if (lineWidth > 0 && lineWidth + gap + wordWidth > width) breakLine(before);
    else if (lineWidth + gap + wordWidth <= width) {
      line += ' '.repeat(gap);
      lineWidth += gap;
    }
    line += word;
    lineWidth += wordWidth;
    gap = 0;
    word = '';
    wordWidth = 0;
  }

  function fill(text: string): void {
    for (const segment of segmentsOf(text)) {
      const columns = widthOf(segment);
      if (lineWidth > 0 && lineWidth + columns > width) breakLine(active);
      line += segment;
      lineWidth += columns;
    }
  }

  return {
    style(sequence) {
      if (word === '') before = active;
      word += sequence;
      active = afterStyle(active, sequence);
    },
    blanks(count) {
      place();
      gap += count;
    },
    word(text) {
      const columns = widthOf(text);
      if (word === '') before = active;
      if (wordWidth + columns <= width) {
        word += text;
        wordWidth += columns;
        return;
      }
      // A word that no line can hold begins where it stands and is broken anywhere.
      place();
      if (lineWidth > 0 && lineWidth + gap < width) {
        line += ' '.repeat(gap);
        lineWidth += gap;
      }
      gap = 0;
      fill(text);
    },
    characters(text) {
      line += word;
      word = '';
      fill(text);
    },
    end() {
      place();
      return [...lines, line];
    },
  };
}

const closers: Readonly<Record<string, string>> = { '1': '22', '2': '22', '3': '23', '4': '24', '7': '27', '9': '29' };

/** The styles that are on after an escape sequence of the theme's kind: one attribute or one colour each. */
function afterStyle(active: readonly string[], sequence: string): readonly string[] {
  const code = sequence.slice(2, -1);
  if (code === '' || code === '0') return [];
  const closes = (open: string): string => closers[open.slice(2, -1)] ?? '39';
  const isClosing = code === '39' || Object.values(closers).includes(code);
  if (!isClosing) return [...active, sequence];
  return active.filter((open) => closes(open) !== code);
}
