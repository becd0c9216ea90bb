import { PortError } from '@toolstone/kernel';
import type { Acknowledgement, InboxMessage, WorkstreamEvent } from '@toolstone/protocol';
import { type Dialled, type DialOptions, dialOwner, type OwnerConnection } from './dial-owner.ts';
import type { MessageSender } from './owned-workstream.ts';

export interface ConnectOwnerOptions {
  readonly address: string;
  readonly workstreamId: string;
  readonly sender: MessageSender;
  readonly signal?: AbortSignal;
  /** Default 5,000. */
  readonly answerMs?: number;
}

/** A workstream that another process owns. */
export interface RemoteWorkstream {
  /**
   * Records after `after`, one snapshot, then events as they come. A broken connection is made again from the last record,
   * and then another snapshot comes; no record comes twice or out of order. Ends when the signal is aborted or the owner
   * is gone: connect again to learn which.
   */
  subscribe(after: number, signal?: AbortSignal): AsyncIterable<WorkstreamEvent>;
  /**
   * Settles when the owner has acknowledged. Rejects with `UNAVAILABLE` where it is gone before that: the message may have
   * been taken, and sending it to the next owner with the same id takes it once.
   */
  send(message: InboxMessage): Promise<Acknowledgement>;
  close(): void;
}

export type ConnectedOwner =
  | { readonly status: 'connected'; readonly workstream: RemoteWorkstream }
  | Exclude<Dialled, { readonly status: 'connected' }>;

const DEFAULT_ANSWER_MS = 5_000;

/** Reaches the owner of a workstream at the address in its lease. */
export async function connectOwner(options: ConnectOwnerOptions): Promise<ConnectedOwner> {
  const { address, workstreamId, sender, signal, answerMs = DEFAULT_ANSWER_MS } = options;
  const dial = (abort: AbortSignal): Promise<Dialled> =>
    dialOwner({ address, workstreamId, sender, answerMs, signal: abort } satisfies DialOptions);
  const closing = new AbortController();
  const dialled = await dial(signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
  if (dialled.status !== 'connected') return dialled;
  const sending = createSending(dialled.connection, () => dial(closing.signal));
  return {
    status: 'connected',
    workstream: {
      subscribe: (after, abort) =>
        subscribe(dial, after, abort === undefined ? closing.signal : AbortSignal.any([abort, closing.signal])),
      send: sending.send,
      close() {
        closing.abort();
        sending.close();
      },
    },
  };
}

/** A connection of its own: a reader that is slow to take events must not hold up acknowledgements. */
async function* subscribe(
  dial: (signal: AbortSignal) => Promise<Dialled>,
  after: number,
  signal: AbortSignal,
): AsyncIterable<WorkstreamEvent> {
  let last = after;
  while (!signal.aborted) {
    const dialled = await dial(signal).catch(ignoreAbort(signal));
    if (dialled?.status !== 'connected') return;
    const { connection } = dialled;
    try {
      connection.write({ type: 'subscribe', after: last });
      for await (const line of connection.lines) {
        if (line.type === 'ended') return;
        if (line.type !== 'event') continue;
        if (line.event.type === 'record') {
          if (line.event.record.seq <= last) continue;
          last = line.event.record.seq;
        }
        yield line.event;
      }
    } finally {
      connection.close();
    }
  }
}

interface Waiting {
  readonly settle: (acknowledgement: Acknowledgement) => void;
  readonly fail: (error: PortError) => void;
}

/** Messages over one connection, in the order in which they are sent; the next message after a break makes another. */
function createSending(
  first: OwnerConnection,
  redial: () => Promise<Dialled>,
): { send(message: InboxMessage): Promise<Acknowledgement>; close(): void } {
  const waiting = new Map<string, Waiting[]>();
  let current: Promise<OwnerConnection> | undefined = Promise.resolve(start(first));
  let isClosed = false;

  function start(connection: OwnerConnection): OwnerConnection {
    void settleAll(connection).finally(() => {
      current = undefined;
      const open = [...waiting.values()].flat();
      waiting.clear();
      for (const { fail } of open) fail(gone());
    });
    return connection;
  }
  async function settleAll(connection: OwnerConnection): Promise<void> {
    try {
      for await (const line of connection.lines) {
        if (line.type !== 'acknowledgement') continue;
        const { acknowledgement } = line;
        for (const { settle } of waiting.get(acknowledgement.id) ?? []) settle(acknowledgement);
        waiting.delete(acknowledgement.id);
      }
    } catch {
      // It speaks another version: to whoever waits that is the same as gone, and connecting again says why.
      connection.close();
    }
  }
  const connectAgain = async (): Promise<OwnerConnection> => {
    const dialled = await redial();
    if (dialled.status === 'connected') return start(dialled.connection);
    current = undefined;
    throw gone();
  };

  return {
    async send(message) {
      if (isClosed) throw gone();
      current ??= connectAgain();
      // All messages wait for the same promise, so they are written in the order in which they came.
      const connection = await current;
      return new Promise((settle, fail) => {
        waiting.set(message.id, [...(waiting.get(message.id) ?? []), { settle, fail }]);
        connection.write({ type: 'send', message });
      });
    },
    close() {
      isClosed = true;
      void current?.then((connection) => connection.close(), ignoreFailure);
    },
  };
}

/** A connection that was never made has nothing to close. */
const ignoreFailure = (): undefined => undefined;

const ignoreAbort =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };

const gone = (): PortError =>
  new PortError('UNAVAILABLE', 'the process that owns the workstream is gone', {
    nextStep: 'Open the workstream again; a message that is sent again with its id is taken once',
  });
