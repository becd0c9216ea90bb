import type { Socket } from 'node:net';

export type Line = { readonly status: 'line'; readonly text: string } | { readonly status: 'too-long' };

const newline = 0x0a;

/**
 * The lines of a connection, until its other side ends it or it breaks. A line of more than `maxBytes` is reported once and
 * skipped, without being kept. The reader's pace is the sender's: what is not asked for stays in the kernel's buffer.
 */
export async function* readLines(socket: Socket, maxBytes: number): AsyncIterable<Line> {
  let parts: Buffer[] = [];
  let held = 0;
  let isSkipping = false;
  for await (const chunk of chunksOf(socket)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const bytes = held + end - start;
      if (isSkipping || bytes > maxBytes) yield { status: 'too-long' };
      else yield { status: 'line', text: textOf(parts, chunk.subarray(start, end), bytes) };
      parts = [];
      held = 0;
      isSkipping = false;
      start = end + 1;
    }
    if (isSkipping || start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    held += chunk.length - start;
    if (held > maxBytes) {
      parts = [];
      held = 0;
      isSkipping = true;
    }
  }
}

const textOf = (parts: readonly Buffer[], last: Buffer, bytes: number): string =>
  parts.length === 0 ? last.toString('utf8') : Buffer.concat([...parts, last], bytes).toString('utf8');

async function* chunksOf(socket: Socket): AsyncIterable<Buffer> {
  try {
    // A socket without an encoding gives buffers.
    for await (const chunk of socket) yield chunk as Buffer;
  } catch {
    // A broken connection ends like a closed one: either way nothing more comes.
  }
}

/** The value of a line; undefined where it is no JSON, for a schema to refuse. */
export function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // said in the docstring: both sides check every line by a schema
  }
}
