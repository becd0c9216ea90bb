import type { Acknowledgement, InboxMessage, Surface, WorkstreamEvent } from '@toolstone/protocol';

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
