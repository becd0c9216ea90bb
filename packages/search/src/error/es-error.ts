import type { JsonObject } from '../json/json-value.ts';

/** What an Elasticsearch client reads of a failure: the HTTP status and the `error` object of the body. */
export interface EsErrorDetails {
  /** The snake_case name of the Java exception without `exception`'s class path, such as `parsing_exception`. */
  readonly type: string;
  /** One line: what is wrong; where known, what to do instead. */
  readonly reason: string;
  readonly status: number;
  /** JSON pointer (RFC 6901) to the clause of the request body that is refused. */
  readonly pointer?: string;
  /** More keys of the `error` object, such as `line`, `col`, `index`, `script_stack`. */
  readonly metadata?: JsonObject;
  /** What led to it: `caused_by`. */
  readonly causedBy?: EsErrorDetails;
  /** The errors below it when they differ from this one: `root_cause`. */
  readonly rootCauses?: readonly EsErrorDetails[];
}

/** A refusal that the caller of the engine gets as Elasticsearch's error JSON. Anything else that is thrown is a defect. */
export class EsError extends Error {
  readonly details: EsErrorDetails;

  constructor(details: EsErrorDetails) {
    super(details.reason);
    this.name = 'EsError';
    this.details = details;
  }
}

export const illegalArgument = (reason: string, more: Partial<EsErrorDetails> = {}): EsError =>
  new EsError({ type: 'illegal_argument_exception', status: 400, reason, ...more });

export const parsingError = (reason: string, more: Partial<EsErrorDetails> = {}): EsError =>
  new EsError({ type: 'parsing_exception', status: 400, reason, ...more });
