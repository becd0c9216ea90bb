import { createInterface } from 'node:readline';

export interface LineReader {
  /** Writes text without a line break after it. */
  write(text: string): void;
  close(): void;
}

/**
 * Standard input line by line, with the line editing of the terminal where it is one. `history`, oldest first, is what the
 * arrow keys bring back; entries of several lines are left out, for a line cannot hold them.
 */
export function openLines(
  history: readonly string[],
  on: {
    readonly line: (text: string) => void;
    readonly end: () => void;
    readonly interrupt: () => void;
  },
): LineReader {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stdout }),
    terminal: isTerminal,
    prompt: '',
    history: history.filter((entry) => !entry.includes('\n')).reverse(),
    historySize: 500,
    removeHistoryDuplicates: true,
  });
  lines.on('line', on.line);
  lines.on('close', on.end);
  lines.on('SIGINT', on.interrupt);
  return {
    write: (text) => void process.stdout.write(text),
    close: () => lines.close(),
  };
}
