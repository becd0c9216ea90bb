import { createInterface } from 'node:readline/promises';

export interface TerminalReply {
  readonly isYes: boolean;
  readonly message?: string;
}

/** Asks on standard error, so that standard output stays the command's own. `y, use the full path` carries a message. */
export async function askInTerminal(question: string): Promise<TerminalReply> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await lines.question(question);
    const match = /^\s*(y|yes|n|no)\s*(?:,\s*([\s\S]+))?$/i.exec(typed);
    const message = match?.[2]?.trim();
    return { isYes: match?.[1]?.toLowerCase().startsWith('y') ?? false, ...(message && { message }) };
  } finally {
    lines.close();
  }
}
