import type { Acknowledgement, Failure, InboxMessage, Surface } from '@toolstone/protocol';

/** Who sends a message, as the surface that took it vouches for. */
export interface Sender {
  readonly principal: string;
  readonly surface: Surface;
}

/** What the owner tells itself: the time of a question is up. */
export interface Expiry {
  readonly type: 'expire';
  readonly id: string;
  readonly cycleId: string;
}

/** Takes messages one after the other, in the order in which they came. */
export interface Inbox {
  put(message: InboxMessage | Expiry, sender: Sender): Promise<Acknowledgement>;
  /** Settles when everything put so far has been taken. */
  drained(): Promise<void>;
}

export function createInbox(take: (message: InboxMessage | Expiry, sender: Sender) => Promise<Acknowledgement>): Inbox {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    put(message, sender) {
      const result = queue.then(() => take(message, sender));
      queue = result.catch(() => undefined);
      return result;
    },
    drained: () => queue.then(() => undefined),
  };
}

export const accepted = (id: string, text?: string): Acknowledgement => ({
  id,
  status: 'accepted',
  ...(text !== undefined && { text }),
});

export const refusedMessage = (id: string, failure: Failure): Acknowledgement => ({ id, status: 'refused', failure });
