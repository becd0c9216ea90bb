import type {
  EffectStatus,
  Facts,
  Failure,
  FileRead,
  Json,
  NewRecord,
  Ruling,
  Surface,
  Touch,
  View,
  WorkstreamEvent,
} from '@toolstone/protocol';
import type { Judge } from '../judge/judge.ts';
import type { Policy } from '../policy/decide.ts';
import type { Clock, Hasher, Ids } from '../ports/clock.ts';
import type { Compute } from '../ports/compute.ts';
import type { Environment } from '../ports/environment.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { AnyTool, PlannedWrite, ToolSettings } from '../tool/define-tool.ts';
import type { Guarded, Observed, Outcome, SettledResult } from '../tool/result.ts';
import type { ToolSet } from '../tool/tool-set.ts';
import type { MutableReadSet } from './read-set.ts';

/** One call as it was asked for. */
export interface CallRequest {
  readonly callId: string;
  readonly name: string;
  /** Unparsed. */
  readonly arguments: string;
}

export interface PreparedCall {
  readonly status: 'ready';
  readonly callId: string;
  readonly tool: AnyTool;
  readonly arguments: string;
  /** What a person is shown of it; stands in the log too. */
  readonly header: Guarded<string>;
  readonly preview: Guarded<readonly View[]>;
  readonly plan: Json;
  readonly planHash: string;
  readonly facts: Facts;
  readonly needsApproval: boolean;
  readonly approvalLabel: string;
  readonly plannedWrites: readonly PlannedWrite[];
  readonly plannedReads: readonly FileRead[];
  readonly notes: readonly string[];
}

/** A call that ends here: it is answered with its failure and has no effect. */
export interface RefusedCall {
  readonly status: 'refused';
  readonly callId: string;
  readonly name: string;
  readonly header: string;
  readonly failure: Failure;
  readonly denied?: Ruling;
  /** Withdrawn by a stop, not by a no. */
  readonly isCancelled?: boolean;
}

/** What the log already knows of a call when a batch is taken up again after a crash. */
export type PriorCall =
  | { readonly status: 'finished'; readonly tool: string; readonly result: SettledResult }
  | {
      readonly status: 'started';
      readonly tool: string;
      readonly effects: Facts['effects'];
      readonly touches: readonly Touch[];
    }
  | {
      readonly status: 'approved';
      readonly planHash: string;
      readonly cycleId: string;
      readonly ruling: Ruling;
      readonly answeredAtMs: number;
    }
  /** A person has said no, whatever it would be now. */
  | { readonly status: 'declined'; readonly message: string | undefined };

export interface PipelineSettings extends ToolSettings {
  readonly maxParallel: number;
  readonly offload: { readonly enabled: boolean; readonly inlineMaxChars: number };
  /** 0 waits for ever. */
  readonly approvalTimeoutMs: number;
  /** Approves whatever a rule does not deny. */
  readonly skipPermissions: boolean;
  /** Whether a person can be asked; else what would be asked is denied. */
  readonly canAsk: boolean;
  /** How long a cancelled tool may take to say what it did. */
  readonly cancelGraceMs: number;
}

/** What every batch of a workstream shares. */
export interface PipelineContext {
  readonly workstreamId: string;
  readonly tools: ToolSet;
  readonly environment: Environment;
  readonly policy: Policy;
  readonly compute: Compute;
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly ids: Ids;
  readonly workspace: Workspace;
  readonly services: ReadonlyMap<string, unknown>;
  readonly settings: PipelineSettings;
  /** Its opinions are recorded and shown; `noJudge` has none. */
  readonly judge: Judge;
  /** Keeps a defect whole, for whoever mends it. */
  readonly reportDefect: (error: unknown, doing: string) => void;
}

export type CycleAnswer =
  | {
      readonly type: 'answered';
      readonly cycleId: string;
      readonly by: string;
      readonly decisions: ReadonlyMap<string, 'yes' | 'no'>;
      readonly message?: string;
    }
  | { readonly type: 'edited'; readonly callId: string; readonly arguments: string }
  | { readonly type: 'granted' }
  | { readonly type: 'closed'; readonly reason: 'cancelled' | 'expired' };

export interface CycleRequest {
  readonly cycleId: string;
  readonly scope: string;
  readonly calls: readonly AskedAbout[];
  /** The card stands in the log already. */
  readonly isAsked: boolean;
  /** Whether every call may run with these "always" alone. */
  readonly isCoveredBy: (grants: readonly string[]) => boolean;
}

/** One call of a question. */
export interface AskedAbout {
  readonly call: PreparedCall;
  readonly ruling: Ruling;
  /** What an "always" would cover from then on, as rules: `bash(npm test **)`. Empty where it can only be allowed once. */
  readonly always: readonly string[];
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A record without what the writer adds. */
export type DraftRecord = DistributiveOmit<NewRecord, 'at' | 'principal' | 'surface' | 'scope'> & {
  readonly scope?: string;
  /** When it happened; the time of the append where it is absent. */
  readonly at?: string;
};

/** One running batch's way to its workstream: a scope, a caller, the log, the people. */
export interface BatchScope {
  readonly scope: string;
  readonly caller: 'model' | 'person';
  readonly principal: string;
  readonly surface: Surface;
  readonly signal: AbortSignal;
  readonly readSet: MutableReadSet;
  readonly capabilities: { readonly vision: boolean };
  /** What the principal is to this workstream; rules can ask for it. */
  readonly role: string;
  /** What the person said last: all that a judge sees beside the calls. */
  readonly userWords: () => readonly string[];
  /** What "always" was answered for, as rules, by the person that the calls run as. */
  readonly grants: () => readonly string[];
  /** Appends; rejects with `Superseded` where another process has taken the workstream. */
  readonly append: (records: readonly DraftRecord[], sync?: 'full' | 'normal') => Promise<void>;
  /**
   * Holds a record back until the next append: for what needs no place on the disk of its own, because nothing has had an
   * effect yet (a reply, the start of a read) or because the fold follows at once (the result of a single call).
   */
  readonly stage: (record: DraftRecord) => void;
  readonly publish: (event: WorkstreamEvent) => void;
  readonly ask: (cycle: CycleRequest, signal: AbortSignal) => Promise<CycleAnswer>;
  /** Characters that the results of this batch may add to the context. */
  readonly budgetChars: () => number;
  readonly takeQueuedInputs: () => readonly string[];
  /** A stopped call that ended after its time: kept in the log, never folded. */
  readonly late: (call: PreparedCall, outcome: Observed<Outcome>) => void;
}

export interface FinishedCall {
  readonly callId: string;
  readonly tool: string;
  readonly result: SettledResult;
  readonly effect: EffectStatus;
}
