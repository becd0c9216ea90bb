import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  type Acknowledgement,
  type Failure,
  type InboxMessage,
  maxOwnerLineBytes,
  type OwnerLine,
  ownerWireVersion,
  type ReaderLine,
  readerLineSchema,
} from '@toolstone/protocol';
import type { MessageSender, OwnedWorkstream, ServeOwnerOptions } from './owned-workstream.ts';
import { type Line, parseJsonLine, readLines } from './read-lines.ts';

/** Messages of one reader that may wait for their acknowledgement; then its next lines wait unread. */
const MAX_PENDING_MESSAGES = 64;

interface ServeReader {
  readonly socket: Socket;
  readonly open: ServeOwnerOptions['open'];
  readonly heartbeatMs: number;
  readonly stuckMs: number;
  readonly signal: AbortSignal;
}

interface Session {
  readonly workstream: OwnedWorkstream;
  readonly sender: MessageSender;
}

/** One connection from its first line to its end. */
export async function serveReader({ socket, open, heartbeatMs, stuckMs, signal }: ServeReader): Promise<void> {
  const ended = new AbortController();
  const pending = new Set<Promise<void>>();
  let session: Session | undefined;
  let isSubscribed = false;

  const write = (line: OwnerLine): boolean => socket.writable && socket.write(`${JSON.stringify(line)}\n`);
  const refuse = (failure: Failure): void => {
    write({ type: 'refused', failure });
  };
  const heartbeat = setInterval(() => {
    // A reader that is behind gets the next event soon enough; more lines would only fill the buffer.
    if (socket.writableLength === 0) write({ type: 'heartbeat' });
  }, heartbeatMs);
  heartbeat.unref();
  const stuck = watchProgress(socket, stuckMs);
  const end = (): void => ended.abort();
  signal.addEventListener('abort', end);
  socket.once('close', end);
  // The loop below sees a broken connection as its end.
  socket.on('error', () => undefined);

  /** Sends events at the reader's pace: the next one is asked for when the last has been taken. */
  const pump = async (workstream: OwnedWorkstream, after: number): Promise<void> => {
    try {
      for await (const event of workstream.subscribe(after, ended.signal)) {
        if (ended.signal.aborted) break;
        if (!write({ type: 'event', event })) await drained(socket, ended.signal);
      }
      write({ type: 'ended' });
    } catch (error) {
      refuse({ code: 'OWNER_FAILED', message: messageOf(error), nextStep: 'Connect again' });
    }
    socket.end();
  };

  const deliver = async (message: InboxMessage, { workstream, sender }: Session): Promise<void> => {
    const acknowledgement = await workstream.send(message, sender).catch(
      (error: unknown): Acknowledgement => ({
        id: message.id,
        status: 'refused',
        failure: { code: 'OWNER_FAILED', message: messageOf(error), nextStep: 'Send it again with the same id' },
      }),
    );
    write({ type: 'acknowledgement', acknowledgement });
  };

  const take = async (line: ReaderLine): Promise<void> => {
    if (line.type === 'hello') {
      const workstream = line.v === ownerWireVersion ? await open(line.workstreamId) : null;
      if (workstream === null) {
        write({ type: 'not-owner' });
        socket.end();
        return;
      }
      session = { workstream, sender: { principal: line.principal, surface: line.surface } };
      write({ type: 'welcome', v: ownerWireVersion, heartbeatMs });
    } else if (session === undefined) {
      refuse({ code: 'LINE_UNEXPECTED', message: `"${line.type}" came before "hello"`, nextStep: 'Say hello first' });
    } else if (line.type === 'send') {
      const delivery = deliver(line.message, session);
      pending.add(delivery);
      void delivery.finally(() => pending.delete(delivery));
      if (pending.size >= MAX_PENDING_MESSAGES) await Promise.race(pending);
    } else if (isSubscribed) {
      refuse({
        code: 'LINE_UNEXPECTED',
        message: 'this connection is subscribed already',
        nextStep: 'Open another connection for another subscription',
      });
    } else {
      isSubscribed = true;
      void pump(session.workstream, line.after);
    }
  };

  try {
    for await (const line of readLines(socket, maxOwnerLineBytes)) {
      const parsed = parseLine(line);
      if (parsed.status === 'parsed') await take(parsed.line);
      else if (parsed.messageId === undefined) refuse(parsed.failure);
      else
        write({
          type: 'acknowledgement',
          acknowledgement: { id: parsed.messageId, status: 'refused', failure: parsed.failure },
        });
    }
  } catch (error) {
    refuse({ code: 'OWNER_FAILED', message: messageOf(error), nextStep: 'Connect again' });
  } finally {
    ended.abort();
    signal.removeEventListener('abort', end);
    clearInterval(heartbeat);
    stuck.stop();
    await Promise.all(pending);
    socket.end();
  }
}

type ParsedLine =
  | { readonly status: 'parsed'; readonly line: ReaderLine }
  /** With the id of the message in it where one can be told, so that its sender is answered. */
  | { readonly status: 'refused'; readonly failure: Failure; readonly messageId?: string };

function parseLine(line: Line): ParsedLine {
  if (line.status === 'too-long') {
    return refusedLine(
      `a line is longer than ${maxOwnerLineBytes} bytes`,
      'Send large content to the workspace and refer to it',
    );
  }
  const value = parseJsonLine(line.text);
  const parsed = readerLineSchema.safeParse(value);
  if (parsed.success) return { status: 'parsed', line: parsed.data };
  const issue = parsed.error.issues[0];
  const refused = refusedLine(
    `a line is not understood: ${issue?.path.join('.') || 'line'}: ${issue?.message ?? 'invalid'}`,
    'Both sides must be the same version of Toolstone',
  );
  const messageId = messageIdOf(value);
  return messageId === undefined ? refused : { ...refused, messageId };
}

const refusedLine = (message: string, nextStep: string) =>
  ({ status: 'refused', failure: { code: 'LINE_INVALID', message, nextStep } }) as const;

function messageIdOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value)) return undefined;
  const { message } = value;
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return typeof message.id === 'string' ? message.id : undefined;
}

async function drained(socket: Socket, signal: AbortSignal): Promise<void> {
  if (!socket.writableNeedDrain) return;
  await once(socket, 'drain', { signal }).catch(() => undefined); // the connection has ended: nothing to wait for
}

/** Cuts off a reader whose buffer has not moved for `stuckMs`: a stopped process must not hold its owner's memory. */
function watchProgress(socket: Socket, stuckMs: number): { stop(): void } {
  let taken = 0;
  const timer = setInterval(() => {
    const now = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength > 0 && now === taken) socket.destroy();
    taken = now;
  }, stuckMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
