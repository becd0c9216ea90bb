/** What the lanes need of HTTP, so that only `node/` knows sockets. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request when nothing arrives for so long, before the head or between two pieces of the body. */
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs?: number;
  /** Called when the last of the request has gone to the network. */
  readonly onSent?: () => void;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; a header that was sent twice is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body, once. Throws `HttpError`, or the signal's reason after an abort. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of what was not read, so that the connection can serve the next request if the rest is short. */
  release(): void;
}

export interface HttpClient {
  /** Sends one request and gives the response once its head is there; redirects are not followed. */
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  /** Closes idle connections. */
  close(): void;
}

/** `unreachable`: no connection, or it was lost before an answer. `idle`: silence. `broken`: the body ended early. */
export type HttpErrorCode = 'unreachable' | 'idle' | 'broken';

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;

  constructor(code: HttpErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** Reads a body as text, up to `maxBytes`; the rest is let go. */
export async function readText(response: HttpResponse, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  response.release();
  return text + decoder.decode();
}
