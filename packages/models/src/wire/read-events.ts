import { createParser } from 'eventsource-parser';
import type { HttpResponse } from '../http.ts';
import { asArray, asObject, parseJson, type ReadObject } from './read-json.ts';

/** A server that answers with one JSON document instead of a stream may send so much. */
const maxDocumentBytes = 64 * 1024 * 1024;

/** One event may be so long: an image that a model has made, at most. What never ends its line would fill the memory. */
const maxEventChars = 32 * 1024 * 1024;

/** What of a reply is not the reply: it must not keep a request alive for ever. */
export interface SilenceLimit {
  /** Throws `HttpError` when only keep-alives have come for too long; `isContent` says that something else came. */
  check(isContent: boolean): void;
}

/**
 * The JSON objects of a reply, in batches as they arrive: the data of server-sent events, or the whole document where
 * a server did not stream. Bytes that are not UTF-8 become U+FFFD; data that is not JSON (`[DONE]`, pings) is skipped.
 * Throws what the body throws.
 */
export async function* readEvents(
  response: HttpResponse,
  silence: SilenceLimit,
): AsyncGenerator<readonly ReadObject[]> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  if ((response.headers['content-type'] ?? '').includes('json')) {
    yield await readDocument(response, decoder);
    return;
  }
  let batch: ReadObject[] = [];
  let unfinishedChars = 0;
  const parser = createParser({
    onEvent(event) {
      const data = asObject(parseJson(event.data));
      // Some servers name the kind only in the event line.
      if (data !== undefined) batch.push(event.event === 'error' && data['error'] === undefined ? asError(data) : data);
    },
  });
  for await (const chunk of response.body) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    silence.check(batch.some(({ type }) => type !== 'ping'));
    if (batch.length === 0) {
      unfinishedChars = text.startsWith(':') ? 0 : unfinishedChars + text.length;
      if (unfinishedChars > maxEventChars) throw new Error('it sends one event without an end');
      continue;
    }
    unfinishedChars = 0;
    const ready = batch;
    batch = [];
    yield ready;
  }
  // A last event without the blank line after it.
  parser.feed(`${decoder.decode()}\n\n`);
  if (batch.length > 0) yield batch;
}

function asError(data: ReadObject): ReadObject {
  return { type: 'error', error: data };
}

async function readDocument(
  response: HttpResponse,
  decoder: InstanceType<typeof TextDecoder>,
): Promise<readonly ReadObject[]> {
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxDocumentBytes) break;
  }
  const parsed = parseJson(text + decoder.decode());
  // Gemini without `alt=sse` sends the same objects as a list.
  return [...asArray(parsed), parsed].map(asObject).filter((value) => value !== undefined);
}
