import type { AssistantPart, Capabilities, Json, Part, StopReason, Usage } from '@toolstone/protocol';

export interface UserMessage {
  readonly role: 'user';
  readonly parts: readonly Part[];
}
export interface AssistantMessage {
  readonly role: 'assistant';
  /** The lane that wrote it: opaque provider parts go back only to the same wire and model. */
  readonly lane: string;
  readonly parts: readonly AssistantPart[];
}
export interface ToolMessage {
  readonly role: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly isError: boolean;
  readonly parts: readonly Part[];
}
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** A tool as a model is told of it; nothing of its metadata. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly [key: string]: Json };
  /** For a lane that shows a weak model few tools: words of a result before which this one has nothing to work on. */
  readonly follows?: string;
}

export interface LaneRequest {
  readonly system: string;
  /** Always valid: every call of an assistant message is answered by the tool messages right after it. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** Tokens; the lane's own limit when absent. */
  readonly maxOutputTokens?: number;
  /** Stable for a workstream: wires use it to route to a warm prompt cache. */
  readonly cacheKey?: string;
  /** Reads the bytes of a blob part. */
  readBlob(blob: string): Promise<Uint8Array | null>;
  /** Makes the id of each call in the reply. */
  nextCallId(): string;
  /** Called when the request has gone to the network: from then on there is time for other things. */
  readonly onSent?: () => void;
}

export interface LaneReply {
  readonly lane: string;
  readonly model: string;
  readonly parts: readonly AssistantPart[];
  readonly stopReason: StopReason;
  readonly usage: Usage;
  readonly cost?: number;
}

export type LaneFailureKind =
  | 'context-overflow'
  | 'rate-limit'
  | 'overloaded'
  | 'unreachable'
  | 'cut'
  | 'auth'
  | 'not-found'
  | 'invalid-request'
  | 'unexpected';

/** Why a lane gave no reply. Retrying and falling back are done by then. */
export class LaneError extends Error {
  override readonly name = 'LaneError';
  readonly kind: LaneFailureKind;
  readonly lane: string;
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  constructor(
    kind: LaneFailureKind,
    message: string,
    options: { lane: string; retryAfterMs?: number | undefined; status?: number | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.lane = options.lane;
    this.retryAfterMs = options.retryAfterMs;
    this.status = options.status;
  }
}

export type LaneEvent =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  /** A call is being written; `chars` of its arguments so far. */
  | { readonly type: 'composing'; readonly name: string; readonly chars: number }
  /** What was streamed so far is void: the request is made again. */
  | { readonly type: 'reset' }
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly code: string; readonly text: string }
  /** Always the last. */
  | { readonly type: 'reply'; readonly reply: LaneReply };

/** A model bound to a provider. */
export interface Lane {
  readonly id: string;
  readonly model: string;
  readonly capabilities: Capabilities;
  /** Streams one reply. Rejects with `LaneError`, or with the signal's reason when it is aborted. */
  stream(request: LaneRequest, signal: AbortSignal): AsyncIterable<LaneEvent>;
}
