import type { Facts, RecordBody } from '@toolstone/protocol';

/** An opinion on one call. It informs a person or a smart approval; by itself it decides nothing. */
export type Verdict = RecordBody<'verdict.given'>;

export interface JudgedCall {
  readonly callId: string;
  readonly tool: string;
  readonly approvalLabel: string;
  readonly facts: Facts;
  readonly planHash: string;
}

/** What a judge may see, fixed when the batch is prepared: the person's words and the calls, never the output of tools. */
export interface JudgedBatch {
  readonly scope: string;
  readonly userWords: readonly string[];
  readonly calls: readonly JudgedCall[];
}

export interface Judge {
  /** At most one verdict a call. A call without one is asked about. */
  review(batch: JudgedBatch, signal: AbortSignal): Promise<readonly Verdict[]>;
}

/** Has no opinion, so that every call that needs one goes to a person. */
export const noJudge: Judge = { review: async () => [] };
