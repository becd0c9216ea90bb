import type { WorkstreamRow } from '@toolstone/kernel';
import type { Acknowledgement, InboxMessage, WorkstreamEvent } from '@toolstone/protocol';

/**
 * A workstream as a surface sees it, whoever owns it: this process or another one, which may die and be followed by this
 * one. Events go on where they were.
 */
export interface Session {
  readonly id: string;
  readonly row: WorkstreamRow;
  /** Whether this process owns it now. */
  readonly isOwner: boolean;
  send(message: InboxMessage): Promise<Acknowledgement>;
  subscribe(after: number, signal: AbortSignal): AsyncIterable<WorkstreamEvent>;
  /** Lets the turn that runs here end, leaves what is queued to the next owner, and lets go of the workstream. */
  finish(): Promise<void>;
  /** Stops what runs here and lets go of the workstream. */
  close(): Promise<void>;
}
