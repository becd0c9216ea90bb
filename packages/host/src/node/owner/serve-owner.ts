import { setMaxListeners } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Acknowledgement, InboxMessage, Surface, WorkstreamEvent } from '@toolstone/protocol';
import { toSystemPortError } from '../system-error.ts';
import { prepareSocketDirectory } from './owner-address.ts';
import { serveReader } from './serve-reader.ts';
import { sweepSockets } from './sweep-sockets.ts';

/** What a process serves of a workstream that it owns. */
export interface OwnedWorkstream {
  /**
   * Records after `after`, one snapshot, then events as they come, until the signal is aborted. It is pulled at the
   * reader's pace and must bound what it holds meanwhile: skip live output and begin again from the log.
   */
  subscribe(after: number, signal: AbortSignal): AsyncIterable<WorkstreamEvent>;
  send(message: InboxMessage, sender: MessageSender): Promise<Acknowledgement>;
}

export interface MessageSender {
  readonly principal: string;
  readonly surface: Surface;
}

export interface ServeOwnerOptions {
  readonly address: string;
  /** The workstream, or null where this process does not own it. */
  readonly open: (workstreamId: string) => OwnedWorkstream | null | Promise<OwnedWorkstream | null>;
  /** A sign of life goes out so often. Default 5,000. */
  readonly heartbeatMs?: number;
  /** A reader that takes nothing for so long is cut off; it may come back with its last `seq`. Default 30,000. */
  readonly stuckMs?: number;
}

export interface OwnerServer {
  readonly address: string;
  /** Ends every connection and removes the socket. */
  close(): Promise<void>;
}

/** How long a reader may take for what had been written to it when the server closes. */
const CLOSE_GRACE_MS = 500;

/**
 * Serves what this process owns to other processes of the same user, over a unix socket of mode 0600 that speaks one JSON
 * object a line. Also removes sockets that killed processes have left in the same directory.
 */
export async function serveOwner(options: ServeOwnerOptions): Promise<OwnerServer> {
  const { address, open, heartbeatMs = 5_000, stuckMs = 30_000 } = options;
  prepareSocketDirectory(address);
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  // Every connection listens to it; Node takes more than ten for a leak.
  setMaxListeners(0, closing.signal);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serveReader({ socket, open, heartbeatMs, stuckMs, signal: closing.signal });
  });
  await listen(server, address);
  // A server must not keep a process alive that has nothing else to do.
  server.unref();
  await sweepSockets(dirname(address));
  return {
    address,
    close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroySoon();
      // A reader that takes nothing must not hold up the end.
      const impatience = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, CLOSE_GRACE_MS);
      return closed.finally(() => clearTimeout(impatience));
    },
  };
}

const listen = (server: Server, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(toSystemPortError(error, address)));
    server.listen(address, () => {
      // The directory is private already; the mode guards against one that was opened up by hand.
      chmodSync(address, 0o600);
      resolve();
    });
  });
