import { visibleControls } from '@toolstone/protocol';

/** Prints a value as one line of JSON, or as pretty JSON for people. */
export const printJson = (value: unknown, pretty = false): void => {
  process.stdout.write(`${JSON.stringify(value, null, pretty ? 2 : undefined)}\n`);
};

/** One line, or several, for a person: what it holds of others is shown and never obeyed. */
export const printLine = (text: string): void => printText(`${text}\n`);

/** The same without a line break at its end. */
export const printText = (text: string): void => {
  process.stdout.write(visibleControls(text));
};

/** Lines that carry styles of our own; what they hold of others has been made printable before. */
export const printStyled = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** What a command was asked for: a file or a pipe gets it exactly, a terminal never has to obey it. */
export const printResult = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? visibleControls(text) : text);
};

/** A remark beside the result, or why there is none. */
export const tellLine = (text: string): void => tellText(`${text}\n`);

/** The same without a line break at its end. */
export const tellText = (text: string): void => {
  process.stderr.write(visibleControls(text));
};

/** Columns as wide as their widest cell, the last one as it is. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    printLine(
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
  }
}

/**
 * `toolstone … | head`: where nobody reads any more, there is nothing to say, and nothing to complain about. What is under way
 * is stopped as by Ctrl+C, so that nothing is left running.
 */
export function endQuietlyWithReader(): void {
  let isOver = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    if (isOver) return;
    isOver = true;
    if (process.listenerCount('SIGINT') === 0) process.exit(0);
    process.emit('SIGINT');
  });
}
