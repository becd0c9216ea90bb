import { connect, type Socket } from 'node:net';
import { PortError } from '@toolstone/kernel';
import {
  maxOwnerLineBytes,
  type OwnerLine,
  ownerLineSchema,
  ownerWireVersion,
  type ReaderLine,
} from '@toolstone/protocol';
import { toSystemPortError } from '../system-error.ts';
import type { MessageSender } from './owned-workstream.ts';
import { parseJsonLine, readLines } from './read-lines.ts';
import { removeSocket } from './sweep-sockets.ts';

export interface DialOptions {
  readonly address: string;
  readonly workstreamId: string;
  readonly sender: MessageSender;
  readonly signal?: AbortSignal;
  /** An owner that says nothing for so long after the connection is made hangs. */
  readonly answerMs: number;
}

/** A connection on which the owner has said welcome. */
export interface OwnerConnection {
  write(line: ReaderLine): void;
  /** What the owner says, until either side ends the connection or the owner falls silent. */
  readonly lines: AsyncIterable<OwnerLine>;
  close(): void;
}

export type Dialled =
  | { readonly status: 'connected'; readonly connection: OwnerConnection }
  /** Nobody listens at the address: its process has ended, and the caller may claim with force. */
  | { readonly status: 'dead' }
  /** It lives and owns this workstream no longer: look at the lease again. */
  | { readonly status: 'not-owner' }
  /** It accepts and does not answer: a stopped process. Its lease decides. */
  | { readonly status: 'silent' };

/** How many heartbeats may fail to come before the owner counts as silent. */
const MISSED_HEARTBEATS = 3;

export async function dialOwner(options: DialOptions): Promise<Dialled> {
  const { address, workstreamId, sender, signal, answerMs } = options;
  const opened = await openSocket(address, signal);
  if (typeof opened === 'string') {
    if (opened === 'dead') await removeSocket(address);
    return { status: opened };
  }
  const socket = opened;
  const close = (): void => {
    socket.destroy();
  };
  signal?.addEventListener('abort', close);
  socket.once('close', () => signal?.removeEventListener('abort', close));
  const write = (line: ReaderLine): void => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  socket.setTimeout(answerMs, close);
  write({ type: 'hello', v: ownerWireVersion, workstreamId, ...sender });
  const lines = ownerLines(socket);
  const { value: first, done } = await lines.next();
  signal?.throwIfAborted();
  if (done || first.type !== 'welcome') {
    close();
    return { status: first?.type === 'not-owner' ? 'not-owner' : 'silent' };
  }
  socket.setTimeout(first.heartbeatMs * MISSED_HEARTBEATS, close);
  return { status: 'connected', connection: { write, lines, close } };
}

const openSocket = (address: string, signal: AbortSignal | undefined): Promise<Socket | 'dead' | 'silent'> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = connect(address);
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // From here on a break is the end of its lines.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK') resolve('dead');
      else if (code === 'EAGAIN' || code === 'ECONNRESET') resolve('silent');
      else reject(toSystemPortError(error, address));
    });
  });

async function* ownerLines(socket: Socket): AsyncGenerator<OwnerLine, undefined> {
  for await (const line of readLines(socket, maxOwnerLineBytes)) {
    if (line.status === 'too-long') throw unreadable('a line is too long');
    const parsed = ownerLineSchema.safeParse(parseJsonLine(line.text));
    if (!parsed.success) throw unreadable('a line is not understood');
    yield parsed.data;
  }
  return undefined;
}

const unreadable = (problem: string): PortError =>
  new PortError('UNAVAILABLE', `the process that owns the workstream speaks another version: ${problem}`, {
    nextStep: 'End the other Toolstone processes and use one version of it',
  });
