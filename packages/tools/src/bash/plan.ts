import type { Isolation } from '@toolstone/protocol';

/** What was approved: the whole effect of the call follows from it. */
export interface BashPlan {
  /** As the model wrote it, character by character. */
  readonly command: string;
  readonly cwd: string;
  readonly stopOnError: boolean;
  readonly isolation: Isolation;
  readonly network: boolean;
  /** Null for a command that runs in the background. */
  readonly timeoutSeconds: number | null;
}
