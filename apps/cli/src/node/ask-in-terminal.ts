import { createInterface } from 'node:readline';

export interface TerminalReply {
  readonly isYes: boolean;
  readonly message?: string;
}

/**
 * Asks on standard error, so that standard output stays the command's own. `y, use the full path` carries a message; what is
 * neither yes nor no is asked again; the end of the input is a no. Gives a no where `signal` aborts first.
 */
export function askInTerminal(question: string, signal: AbortSignal): Promise<TerminalReply> {
  return new Promise((resolve) => {
    const lines = createInterface({
      input: process.stdin,
      output: process.stderr,
      prompt: '[y/n, with a message after a comma] ',
    });
    const settle = (reply: TerminalReply): void => {
      signal.removeEventListener('abort', stop);
      resolve(reply);
      lines.close();
    };
    const stop = (): void => {
      process.stderr.write('\n');
      settle({ isYes: false });
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    lines.on('line', (typed) => {
      const reply = parseReply(typed);
      if (reply) settle(reply);
      else lines.prompt();
    });
    lines.on('close', () => settle({ isYes: false }));
    // The line editor has the keys, so Ctrl+C comes to it and not to the process.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    process.stderr.write(`${question}\n`);
    lines.prompt();
  });
}

function parseReply(typed: string): TerminalReply | undefined {
  const match = /^\s*(y|yes|n|no)\s*(?:,\s*([\s\S]+))?$/i.exec(typed);
  if (!match) return undefined;
  const message = match[2]?.trim();
  return { isYes: match[1]?.toLowerCase().startsWith('y') ?? false, ...(message && { message }) };
}
