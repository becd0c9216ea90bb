import type { Failure } from '@toolstone/protocol';
import type { PipelineContext } from '../pipeline/call.ts';
import type { Lane, ToolSpec } from '../ports/lane.ts';
import type { LogStore, WorkstreamRow } from '../ports/log-store.ts';
import type { Sender } from './inbox.ts';

export interface WorkstreamOptions {
  readonly store: LogStore;
  /** As claimed: the caller owns it. */
  readonly row: WorkstreamRow;
  readonly pipeline: PipelineContext;
  /** The lane for a name, or the default one; or why there is none. */
  readonly lane: (name: string | null) => Promise<Lane | { readonly failure: Failure }>;
  readonly system: string;
  /** The tools as the model is told of them: one array for the workstream's life, so that lanes can key caches by it. */
  readonly specs: readonly ToolSpec[];
  readonly maxRounds: number;
  readonly compactAt: number;
  /** Whose the workstream is. */
  readonly owner: Sender;
  /** Whether what the process before had started is surely ended; absent where nobody looked. */
  readonly areLeftoversEnded?: boolean;
  /** What happens to a turn that the process before left unfinished. */
  readonly onInterrupted: 'resume' | 'close';
}
