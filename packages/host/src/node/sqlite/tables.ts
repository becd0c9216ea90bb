import type { RecordKind, Surface, WorkstreamState } from '@toolstone/protocol';
import type { Generated } from 'kysely';

/** Times that people read are ISO text as they came; times that are compared are milliseconds since the epoch. */
export interface WorkstreamsTable {
  /** What other tables refer to: far smaller than the id. */
  readonly no: Generated<number>;
  readonly id: string;
  readonly kind: 'interactive' | 'coordinator';
  readonly name: string;
  readonly cwd: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly state: WorkstreamState;
  readonly generation: number;
  readonly head: number;
  readonly open_cycles: number;
  /** JSON. */
  readonly usage: string;
  readonly cost: number | null;
  readonly owner_address: string | null;
  readonly lease_until: number | null;
  readonly parent: string | null;
  readonly forked_from_id: string | null;
  readonly forked_from_seq: number | null;
}

export interface RecordsTable {
  readonly workstream: number;
  readonly seq: number;
  readonly kind: RecordKind;
  readonly v: number;
  readonly at: string;
  readonly scope: string;
  readonly generation: number;
  readonly principal: string;
  readonly surface: Surface;
  readonly commit_key: string;
  /** JSON of the body alone; the envelope is the other columns. */
  readonly body: string;
}

interface InboxTable {
  readonly workstream: number;
  readonly id: string;
  /** Order of arrival within the workstream. */
  readonly place: number;
  readonly at: string;
  readonly body: string;
  /** 1 from `takeInbox` until the next one confirms it. */
  readonly taken: number;
}

interface BlobsTable {
  readonly workstream_id: string;
  /** The name given to it, or its hash where it has none. */
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  readonly media_type: string;
}

export interface Tables {
  readonly workstreams: WorkstreamsTable;
  readonly records: RecordsTable;
  readonly inbox: InboxTable;
  readonly blobs: BlobsTable;
}
