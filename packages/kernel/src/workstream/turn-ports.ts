import type { WorkstreamEvent } from '@toolstone/protocol';
import type { CycleRegistry } from '../approval/cycle-registry.ts';
import type { WorkstreamLog } from '../log/workstream-log.ts';
import type { DraftRecord } from '../pipeline/call.ts';
import type { Sender } from './inbox.ts';
import type { WorkstreamOptions } from './options.ts';

export interface TurnPorts {
  readonly options: WorkstreamOptions;
  readonly log: WorkstreamLog;
  readonly cycles: CycleRegistry;
  readonly publish: (event: WorkstreamEvent) => void;
  /** Tells the owner, in its inbox like everyone's messages, that the time of a question is up. */
  readonly expire: (cycleId: string) => Promise<void>;
}

export interface TurnWriter {
  readonly author: Sender & { readonly scope: string };
  readonly append: (records: readonly DraftRecord[], sync?: 'full' | 'normal') => Promise<void>;
  readonly stage: (record: DraftRecord) => void;
}

/** A turn with what it writes by and what stops it. */
export interface Running extends TurnPorts {
  readonly writer: TurnWriter;
  readonly signal: AbortSignal;
}
