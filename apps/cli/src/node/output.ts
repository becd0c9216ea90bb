/** Prints a value as one line of JSON, or as pretty JSON for people. */
export const printJson = (value: unknown, pretty = false): void => {
  process.stdout.write(`${JSON.stringify(value, null, pretty ? 2 : undefined)}\n`);
};

export const printLine = (text: string): void => {
  process.stdout.write(`${text}\n`);
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
