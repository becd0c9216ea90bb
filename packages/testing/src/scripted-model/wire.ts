import type { RequestView, WireName } from './recorded-request.ts';
import type { ResolvedReply } from './resolve-reply.ts';
import type { ScriptedError } from './script.ts';

/** A rule of the wire that the client broke, in the provider's words. */
export interface Violation {
  readonly message: string;
  /** 400 without it. */
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

/** A request for a reply, before it is known to be valid. */
export interface Generation {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Any JSON value. */
  readonly body: unknown;
  readonly model: string;
  readonly stream: boolean;
  /** Fields that the provider does not know are let through. */
  readonly acceptsUnknownFields: boolean;
}

/** One event of a stream. */
export interface Frame {
  readonly text: string;
  /** It tells why the model stopped, or comes after that. */
  readonly isFinish?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answered {
  readonly reply: ResolvedReply;
  readonly request: Generation;
}

type StreamError = ScriptedError & { readonly form?: 'response.failed' | 'error' };

/** One provider's HTTP interface. */
export interface Wire {
  readonly name: WireName;
  /** Every rule that the request breaks, the one that the provider reports first. */
  check(request: Generation): Iterable<Violation>;
  view(body: unknown): RequestView;
  /** The body of an answer without streaming; null when the reply never ends. */
  whole(answered: Answered): string | null;
  /** Events of a streamed answer, made one by one: a reply may never end. */
  frames(answered: Answered): Iterable<Frame>;
  streamHeaders(request: Generation): Readonly<Record<string, string>>;
  /** An error answer; `violation` fields win over those of the kind. */
  failure(error: ScriptedError): HttpAnswer;
  refusal(violation: Violation): HttpAnswer;
  /** The error inside of a stream, after `sent` events. */
  failureFrame(error: StreamError, answered: Answered, sent: number): Frame;
  /** Keeps what later requests may refer to. */
  remember?(answered: Answered): void;
}

export function sse(data: unknown, event?: string): string {
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  return event === undefined ? `data: ${json}\n\n` : `event: ${event}\ndata: ${json}\n\n`;
}
