import type { LogRecord, NewRecord, RecordKind, RecordOf, Usage, WorkstreamState } from '@toolstone/protocol';

export interface WorkstreamRow {
  readonly id: string;
  readonly kind: 'interactive' | 'coordinator';
  readonly name: string;
  readonly cwd: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: WorkstreamState;
  readonly generation: number;
  /** `seq` of the newest record; 0 before the first. */
  readonly head: number;
  readonly openCycles: number;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly ownerAddress: string | null;
  readonly leaseUntil: string | null;
  readonly parent: string | null;
  readonly forkedFrom: { readonly id: string; readonly seq: number } | null;
}

/** What lists need and a transaction keeps in step with the records. */
export interface Projection {
  readonly state: WorkstreamState;
  readonly openCycles: number;
  readonly usage: Usage;
  readonly cost: number | null;
  readonly name?: string;
}

export interface Append {
  readonly workstreamId: string;
  readonly generation: number;
  /** `seq` of the newest record that the writer knows. */
  readonly head: number;
  readonly records: readonly NewRecord[];
  readonly projection: Projection;
  /** Raises the generation by one in the same transaction; the records belong to the raised one. */
  readonly raise?: boolean;
  /** `full` returns only when the records have reached the disk. */
  readonly sync: 'full' | 'normal';
}

export type AppendOutcome =
  | { readonly status: 'appended'; readonly records: readonly LogRecord[] }
  /** Someone else owns the workstream now, or has written: nothing was appended. */
  | { readonly status: 'fenced'; readonly generation: number; readonly head: number };

export type Claim =
  | { readonly status: 'claimed'; readonly row: WorkstreamRow }
  | { readonly status: 'owned'; readonly ownerAddress: string; readonly leaseUntil: string }
  | { readonly status: 'missing' };

export interface InboxRow {
  readonly id: string;
  readonly body: string;
  readonly at: string;
}

/** The durable log. Every method rejects with a `PortError`; a half-done append does not exist. */
export interface LogStore {
  create(
    workstream: Pick<WorkstreamRow, 'id' | 'kind' | 'name' | 'cwd' | 'parent' | 'forkedFrom'> & { readonly at: string },
  ): Promise<void>;
  get(id: string): Promise<WorkstreamRow | null>;
  /** Newest first. */
  list(query?: {
    readonly cwd?: string;
    readonly name?: string;
    /** Only those with a record of this kind. */
    readonly having?: RecordKind;
    readonly limit?: number;
  }): Promise<readonly WorkstreamRow[]>;
  /** Records with `seq` above `after`, in order, at most `limit` (default 1,000). */
  read(id: string, options?: { readonly after?: number; readonly limit?: number }): Promise<readonly LogRecord[]>;
  /** All records of one kind, in order; of `file.changed` without passing over the others. */
  readKind<K extends RecordKind>(id: string, kind: K): Promise<readonly RecordOf<K>[]>;
  /** An append that is tried again after it has landed gives its records as if for the first time. */
  append(append: Append): Promise<AppendOutcome>;
  /** The records of an append whose outcome is not known, by their commit keys. */
  findByCommitKey(id: string, commitKeys: readonly string[]): Promise<readonly LogRecord[]>;
  /**
   * Takes ownership and raises the generation, where nobody holds a living lease. `deadAddress` was found dead, so that a
   * lease of that holder counts no more. `nowMs` and `leaseMs` are milliseconds of the caller's clock.
   */
  claim(claim: {
    readonly workstreamId: string;
    readonly ownerAddress: string;
    readonly nowMs: number;
    readonly leaseMs: number;
    /** The address that was found dead: a lease of that holder does not count. */
    readonly deadAddress?: string;
  }): Promise<Claim>;
  /** False where the lease has been lost to another owner. */
  renew(id: string, ownerAddress: string, leaseUntilMs: number): Promise<boolean>;
  release(id: string, ownerAddress: string): Promise<void>;
  /** Raises the generation of a workstream that the caller owns; null where it does not. */
  raiseGeneration(id: string, ownerAddress: string): Promise<number | null>;
  /** Durable when it settles; an id that is already there is taken once. */
  putInbox(id: string, row: InboxRow): Promise<void>;
  /**
   * Messages that were not taken before, in order of arrival, for the owner alone. A call confirms the messages of the
   * call before it, which are then gone; unconfirmed ones are given again after the next claim, so that an owner's death
   * loses none: make them records first, under a commit key made of their id, then call again.
   */
  takeInbox(id: string): Promise<readonly InboxRow[]>;
  /** Removes a workstream with its records and inbox. Its blobs are dropped first, by `BlobStore.drop`. */
  delete(id: string): Promise<boolean>;
  rename(id: string, name: string): Promise<void>;
  close(): Promise<void>;
}
