/** One line of a terminal with its cursor: what carriage returns, backspaces and erasing leave of it. */
export interface TerminalLine {
  readonly length: number;
  put(character: string): void;
  /** Puts text that has no control characters. */
  write(text: string): void;
  moveTo(column: number): void;
  moveBy(columns: number): void;
  /** Erases from the cursor (0), up to it (1) or all (2), as EL does. */
  erase(mode: number): void;
  text(): string;
  clear(): void;
}

/** Cells are code points; one that is two columns wide counts as one. */
export function createTerminalLine(): TerminalLine {
  let cells: string[] = [];
  let cursor = 0;
  const put = (character: string): void => {
    while (cells.length < cursor) cells.push(' ');
    cells[cursor] = character;
    cursor += 1;
  };
  const moveTo = (column: number): void => {
    cursor = Math.max(0, Math.min(column, Math.max(cells.length, MAX_COLUMN)));
  };
  return {
    get length() {
      return cells.length;
    },
    put,
    write(text) {
      for (const character of text) put(character);
    },
    moveTo,
    moveBy: (columns) => moveTo(cursor + columns),
    erase(mode) {
      if (mode === 0) cells.length = Math.min(cells.length, cursor);
      else if (mode === 1) cells.fill(' ', 0, cursor + 1);
      else if (mode === 2) cells = [];
    },
    text: () => cells.join(''),
    clear() {
      cells = [];
      cursor = 0;
    },
  };
}

/** Wider than any terminal: a far jump must not allocate. */
const MAX_COLUMN = 1000;
