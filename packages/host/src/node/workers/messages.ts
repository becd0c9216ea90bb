/** What the pool sends to a worker. */
export interface JobRequest {
  readonly name: string;
  readonly input: unknown;
}

/** What a worker sends to the pool: first that it is ready, then one answer for each request. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly jobs: readonly string[] }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: SentError };

/** An error as text: a structured clone would lose its name. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

export const toSentError = (error: unknown): SentError =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: 'Error', message: String(error), stack: undefined };

export const fromSentError = ({ name, message, stack }: SentError): Error => {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
};
