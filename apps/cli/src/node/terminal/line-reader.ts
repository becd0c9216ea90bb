import { createInterface } from 'node:readline';

export interface LineReader {
  /** Writes text without a line break after it. */
  write(text: string): void;
  close(): void;
}

/** Standard input line by line, with the line editing of the terminal where it is one. */
export function openLines(on: {
  readonly line: (text: string) => void;
  readonly end: () => void;
  readonly interrupt: () => void;
}): LineReader {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stdout }),
    terminal: isTerminal,
    prompt: '',
  });
  lines.on('line', on.line);
  lines.on('close', on.end);
  lines.on('SIGINT', on.interrupt);
  return {
    write: (text) => void process.stdout.write(text),
    close: () => lines.close(),
  };
}
