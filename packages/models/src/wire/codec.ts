import type { LaneRequest } from '@toolstone/kernel';
import type { JsonObject, StopReason, Usage } from '@toolstone/protocol';
import type { ReadObject } from './read-json.ts';
import type { ReplyBuilder } from './reply-builder.ts';

/** A request with what a shim adds to its body: the form of a forced reply, say. */
export interface ShapedRequest extends LaneRequest {
  readonly bodyExtras?: JsonObject;
}

interface EncodedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True where signatures or encrypted reasoning of earlier replies are in it. */
  readonly hasOpaque: boolean;
}

export interface EncodeOptions {
  /** False in the second try after a provider has refused its own opaque parts. */
  readonly replayOpaque: boolean;
}

/** How a reply ended. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** The model as the provider names it. */
  readonly model?: string;
}

/** Reads one reply, event by event. It throws `ProviderFailure` for an error that came inside the stream. */
export interface ReplyDecoder {
  accept(event: ReadObject): void;
  /** True once nothing more is to come, before the connection has ended. */
  readonly isDone: boolean;
  /** Undefined where the stream ended before the reply did. */
  end(): Ending | undefined;
}

/** One wire, for one lane. */
export interface WireCodec {
  encode(request: ShapedRequest, options: EncodeOptions): Promise<EncodedRequest>;
  createDecoder(builder: ReplyBuilder): ReplyDecoder;
  /** Tools that this wire cannot take, with why; the request goes without them. */
  leftOut(request: LaneRequest): readonly LeftOutTool[];
  /** The tool's own name for the one on the wire. */
  toolName(request: LaneRequest, wireName: string): string;
}

export interface LeftOutTool {
  readonly name: string;
  readonly reason: string;
}

/** An error that a provider put into its stream. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** The provider's own code or type. */
  readonly code: string;
  readonly body: ReadObject;

  constructor(code: string, message: string, body: ReadObject) {
    super(message);
    this.code = code;
    this.body = body;
  }
}
