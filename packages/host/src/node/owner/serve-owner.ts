import { setMaxListeners } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { toSystemPortError } from '../system-error.ts';
import type { ServeOwnerOptions } from './owned-workstream.ts';
import { prepareSocketDirectory } from './owner-address.ts';
import { serveReader } from './serve-reader.ts';
import { sweepSockets } from './sweep-sockets.ts';

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
