export type WireName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini';

export interface ViewedCall {
  readonly id: string;
  readonly name: string;
  /** Parsed arguments; the raw text when it is not JSON. */
  readonly arguments: unknown;
}

export interface ViewedMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ViewedCall[];
}

export interface ViewedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export interface ViewedResult {
  readonly callId: string;
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** Whether it answers calls of the reply just before, that is: it is new in this request. */
  readonly isNew: boolean;
}

export interface ViewedImage {
  readonly mediaType: string;
  /** Base64, or the URL where one was sent. */
  readonly data: string;
  readonly within: 'user' | 'tool';
}

/** What a client told the model, the same for every wire. */
export interface RequestView {
  readonly system: string;
  /** Tool results are messages of the role `tool` here, whatever the wire calls them. */
  readonly messages: readonly ViewedMessage[];
  readonly tools: readonly ViewedTool[];
  readonly toolResults: readonly ViewedResult[];
  readonly images: readonly ViewedImage[];
  /** Text of the last user message; empty without one. */
  readonly lastUserText: string;
}

/** One request for a reply, as it arrived. Times are milliseconds since the epoch. */
export interface RecordedRequest {
  readonly index: number;
  readonly wire: WireName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  readonly stream: boolean;
  /** The JSON of the body; undefined when it is not JSON. */
  readonly body: unknown;
  readonly view: RequestView;
  readonly arrivedAt: number;
  /** When the first byte of the answer was written. */
  readonly startedAt: number | undefined;
  /** When the answer was over; undefined while it goes on. */
  readonly repliedAt: number | undefined;
  /** What became of it. `refused`: the client broke a rule of the wire, `problem` says which. */
  readonly outcome: 'pending' | 'replied' | 'failed' | 'refused' | 'cut' | 'abandoned';
  readonly problem: string | undefined;
}

/** Any other request: model lists, token counts, unknown paths. */
export interface RecordedLookup {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
}

/** The view of the last user message and the new results, from messages in order. */
export function lastUserTextOf(messages: readonly ViewedMessage[]): string {
  return messages.findLast((message) => message.role === 'user')?.text ?? '';
}
