import { type HttpClient, readText } from '../http.ts';
import { parseJson } from '../wire/read-json.ts';

const maxBytes = 4 * 1024 * 1024;

export interface JsonQuestion {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST. */
  readonly body?: unknown;
  readonly timeoutMs: number;
}

/** The JSON that a server answers with, or undefined where it does not answer in time, refuses, or says something else. */
export async function getJson(http: HttpClient, question: JsonQuestion, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await http.request(
      {
        method: question.body === undefined ? 'GET' : 'POST',
        url: question.url,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...question.headers },
        ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
        idleTimeoutMs: question.timeoutMs,
        connectTimeoutMs: question.timeoutMs,
      },
      signal,
    );
    const text = await readText(response, maxBytes);
    return response.status === 200 ? parseJson(text) : undefined;
  } catch {
    signal.throwIfAborted();
    // Nothing there is the usual answer.
    return undefined;
  }
}
