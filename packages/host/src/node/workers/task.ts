import type { JobRequest } from './messages.ts';

export type Outcome = { readonly output: unknown } | { readonly error: unknown };

/** A job on its way to a worker. */
export interface Task {
  readonly request: JobRequest;
  readonly transfer: readonly ArrayBuffer[];
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  settle(outcome: Outcome): void;
}
