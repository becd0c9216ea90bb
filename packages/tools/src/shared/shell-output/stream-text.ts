import { createByteText } from './byte-text.ts';
import { createTerminalText } from './terminal-text.ts';

/** Readable text from what a program writes to one of its streams. */
export interface StreamText {
  push(bytes: Uint8Array): string;
  end(): string;
  /** The unfinished last line. */
  pending(): string;
  readonly bytes: number;
}

export function createStreamText(): StreamText {
  const characters = createByteText();
  const terminal = createTerminalText();
  let count = 0;
  return {
    push(bytes) {
      count += bytes.length;
      return terminal.push(characters.push(bytes));
    },
    end: () => terminal.push(characters.end()) + terminal.end(),
    pending: () => terminal.pending(),
    get bytes() {
      return count;
    },
  };
}
