import { createParser } from 'eventsource-parser';
import type { HttpResponse } from '../http.ts';
import { asArray, asObject, parseJson, type ReadObject } from './read-json.ts';

/** A server that answers with one JSON document instead of a stream may send so much. */
const maxDocumentBytes = 64 * 1024 * 1024;

/**
 * The JSON objects of a reply, in batches as they arrive: the data of server-sent events, or the whole document where
 * a server did not stream. Bytes that are not UTF-8 become U+FFFD; data that is not JSON (`[DONE]`, pings) is skipped.
 * Throws what the body throws.
 */
export async function* readEvents(response: HttpResponse): AsyncGenerator<readonly ReadObject[]> {
  const decoder = new TextDecoder('utf-8', { fatal: false });
  if ((response.headers['content-type'] ?? '').includes('json')) {
    yield await readDocument(response, decoder);
    return;
  }
  let batch: ReadObject[] = [];
  const parser = createParser({
    onEvent(event) {
      const data = asObject(parseJson(event.data));
      // Some servers name the kind only in the event line.
      if (data !== undefined) batch.push(event.event === 'error' && data['error'] === undefined ? asError(data) : data);
    },
  });
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (batch.length === 0) continue;
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
