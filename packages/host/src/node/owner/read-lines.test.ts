import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

describe('readLines', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });
  /** What comes out of one end when `write` has put something into the other. */
  const through = async (write: (socket: Socket) => void, maxBytes = 10): Promise<readonly string[]> => {
    const server = createServer((socket) => {
      write(socket);
      socket.end();
    });
    await once(server.listen(join(directory, 'x.sock')), 'listening');
    const lines: string[] = [];
    for await (const line of readLines(connect(join(directory, 'x.sock')), maxBytes)) {
      lines.push(line.status === 'line' ? line.text : line.status);
    }
    server.close();
    await once(server, 'close');
    return lines;
  };

  it('splits at newlines wherever the pieces end, and drops an unfinished line', async () => {
    expect(await through((socket) => socket.write('one\n\ntwo\nthr'))).toEqual(['one', '', 'two']);
  });

  it('keeps characters whole that arrive in two pieces', async () => {
    const bytes = Buffer.from('a🪨b\nc\n');
    expect(
      await through((socket) => {
        for (const byte of bytes) socket.write(Buffer.of(byte));
      }),
    ).toEqual(['a🪨b', 'c']);
  });

  it('skips a line that is too long, whatever its length, and goes on', async () => {
    expect(await through((socket) => socket.write(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nshort\n`))).toEqual([
      'x'.repeat(10),
      'too-long',
      'short',
    ]);
    expect(await through((socket) => socket.write(`${'y'.repeat(1_000_000)}\nshort\n`))).toEqual(['too-long', 'short']);
  });

  it('ends like any other where the connection breaks', async () => {
    expect(
      await through((socket) => {
        socket.write('one\n', () => socket.destroy());
      }),
    ).toEqual(['one']);
  });
});
