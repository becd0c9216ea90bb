/** A pure function that may run in a worker; `name` finds it there. */
export interface Job<Input, Output> {
  readonly name: string;
  run(input: Input): Output | Promise<Output>;
}

export const defineJob = <Input, Output>(job: Job<Input, Output>): Job<Input, Output> => job;

export interface ComputeOptions {
  readonly signal?: AbortSignal;
  /** The worker is ended after so long; the promise rejects with `DeadlineError`. */
  readonly deadlineMs: number;
  /** Size of the input; under 64 KB a job without `isolate` runs inline. */
  readonly bytes: number;
  /** Always in a worker: for what may not end, such as a regular expression from a model. */
  readonly isolate?: boolean;
  readonly transfer?: readonly ArrayBuffer[];
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

export interface Compute {
  run<Input, Output>(job: Job<Input, Output>, input: Input, options: ComputeOptions): Promise<Output>;
}
