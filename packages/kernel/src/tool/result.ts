import type {
  CallStatus,
  ContentState,
  EffectStatus,
  Failure,
  FileRead,
  Isolation,
  Json,
  TextPart,
  ToolResult,
  View,
} from '@toolstone/protocol';

declare const stage: unique symbol;
/** Seen by the program, not yet checked. Only a tool makes it. */
export type Observed<T> = T & { readonly [stage]?: 'observed' };
/** Checked by the guard; what log, blobs, streams and people may have. Only `guard-result.ts` and `guard-card.ts` make it. */
export type Guarded<T> = T & { readonly [stage]: 'guarded' };
/** Fitted to the context; what a model may have. Only `size-result.ts` makes it. */
export type Sized<T> = T & { readonly [stage]: 'sized' };

/** Bytes that a tool shows: an image, a document. Stored as a blob when the result is settled. */
export interface BytesPart {
  readonly type: 'bytes';
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name?: string;
  /** For a model that cannot see it. */
  readonly description: string;
}
export type OutcomePart = TextPart | BytesPart;

export interface FileChange {
  readonly path: string;
  readonly before: ContentState;
  readonly after: ContentState;
  /** The bytes that were there, so that the change can be taken back; absent when there was no file. */
  readonly previous?: Uint8Array;
  readonly mode?: number;
}

/** What `execute` gives. */
export interface Outcome {
  /** `denied` is the pipeline's alone. */
  readonly status: CallStatus;
  readonly effect: EffectStatus;
  readonly parts: readonly OutcomePart[];
  readonly value?: Json;
  readonly view?: View;
  readonly handles?: Readonly<Record<string, string>>;
  readonly failure?: Failure;
  readonly notes?: readonly string[];
  readonly isolation?: Isolation;
  /** Files that the model has now seen, with the hash of the whole content. */
  readonly reads?: readonly FileRead[];
  readonly changes?: readonly FileChange[];
}

/** The guarded outcome as the log keeps it, with the bytes moved to blobs. */
export type SettledResult = Guarded<ToolResult>;

export const textOutcome = (text: string, more: Partial<Outcome> = {}): Outcome => ({
  status: 'ok',
  effect: 'none',
  parts: [{ type: 'text', text }],
  ...more,
});

export const failedOutcome = (failure: Failure, more: Partial<Outcome> = {}): Outcome => ({
  status: 'failed',
  effect: 'none',
  parts: [],
  failure,
  ...more,
});
