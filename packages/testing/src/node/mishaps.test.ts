import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { ScriptedReply } from '../scripted-model/script.ts';
import { type ScriptedModel, startScriptedModel } from './start-scripted-model.ts';

let model: ScriptedModel | undefined;
afterEach(() => model?.close());

const chatBody = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true };

async function start(...script: ScriptedReply[]): Promise<ScriptedModel> {
  model = await startScriptedModel({ script });
  return model;
}

function send(path: string, body: object): ClientRequest {
  const request = httpRequest(`${model?.url}${path}`, {
    method: 'POST',
    headers: { 'anthropic-version': '2023-06-01' },
  });
  request.end(JSON.stringify(body));
  return request;
}

interface Received {
  readonly status: number;
  readonly pieces: readonly Buffer[];
  readonly body: Buffer;
  /** The connection ended before the answer did. */
  readonly isCut: boolean;
}

async function post(body: object = chatBody, path = '/v1/chat/completions'): Promise<Received> {
  // `once` on a client request gives its response.
  const [response] = (await once(send(path, body), 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let isCut = false;
  try {
    for await (const piece of response) pieces.push(piece);
  } catch {
    // Node reports an answer that was cut as an error of its stream; the test looks at the flag.
    isCut = true;
  }
  return { status: response.statusCode ?? 0, pieces, body: Buffer.concat(pieces), isCut };
}

/** The text of all deltas of a Chat stream. */
function chatText(body: Buffer): string {
  const events = body
    .toString('utf8')
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'));
  return events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '').join('');
}

describe('a stream that stops early', () => {
  test('is cut after so many chunks, and what came before has arrived', async () => {
    await start({ text: 'one two three', chunkChars: 4, cutAfterChunks: 3 });
    const { body, isCut } = await post();
    expect([chatText(body), isCut]).toEqual(['one two ', true]);
    await model?.waitForIdle();
    expect(model?.requests[0]?.outcome).toBe('cut');
  });

  test('is cut before any of it', async () => {
    await start({ text: 'never', cutAfterChunks: 0 });
    expect(await post()).toMatchObject({ status: 200, pieces: [], isCut: true });
  });

  test('ends cleanly but never says why it stops', async () => {
    await start({ repeat: 'forever', text: 'all of it', endWithoutFinish: true });
    const chat = await post();
    expect([chatText(chat.body), chat.isCut, chat.body.includes('[DONE]')]).toEqual(['all of it', false, false]);
    const anthropic = await post({ ...chatBody, max_tokens: 9 }, '/v1/messages');
    expect(anthropic.body.toString('utf8').trimEnd().split('\n').at(-1)).toBe(
      'data: {"type":"content_block_stop","index":0}',
    );
    const responses = await post({ model: 'm', input: 'hi', stream: true }, '/v1/responses');
    expect(responses.body.includes('response.completed')).toBe(false);
    const gemini = await post(
      { contents: [{ parts: [{ text: 'hi' }] }] },
      '/v1beta/models/m:streamGenerateContent?alt=sse',
    );
    expect(gemini.body.includes('finishReason')).toBe(false);
  });

  test('falls silent and stays open until the client leaves', async () => {
    await start({ text: 'one two', chunkChars: 4, hangAfterChunks: 2 });
    const request = send('/v1/chat/completions', chatBody);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    response.on('error', () => undefined);
    request.destroy();
    await model?.waitForIdle();
    expect(model?.requests[0]?.outcome).toBe('abandoned');
  });

  test('cuts an answer without streaming in its middle', async () => {
    await start({ text: 'x'.repeat(1000), cutAfterChunks: 2 });
    const { body, isCut } = await post({ ...chatBody, stream: false });
    expect([body.length, isCut]).toEqual([128, true]);
  });
});

describe('no answer at all', () => {
  test('a dropped connection', async () => {
    await start({ dropConnection: true });
    await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('a server that hangs, until it is closed', async () => {
    await start({ hang: true });
    const answer = post();
    await model?.waitForRequests(1);
    await model?.close();
    await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(model?.requests[0]?.outcome).toBe('abandoned');
  });
});

describe('bytes', () => {
  test('that are not UTF-8, in the text and in the arguments', async () => {
    await start({ text: 'abcd', invalidUtf8: true }, { calls: [{ name: 'look' }], invalidUtf8: true });
    expect(chatText((await post()).body)).toBe('ab\ufffd\ufffd(cd');
    const { body } = await post();
    expect(body.includes(Buffer.from([0xff, 0xc3, 0x28]))).toBe(true);
    expect(body.toString('utf8')).toContain('{\ufffd\ufffd(}');
  });

  test('one by one', async () => {
    await start({ text: '東京', split: { everyBytes: 1 } });
    const { pieces, body } = await post();
    expect(chatText(body)).toBe('東京');
    expect(pieces.length).toBeGreaterThan(body.length / 2);
  });

  test('that break inside of characters and of lines', async () => {
    await start({ text: '東京', split: 'inside-characters' }, { text: 'x', split: 'inside-lines' });
    const characters = await post();
    expect(characters.pieces.some((piece) => ((piece[0] ?? 0) & 0xc0) === 0x80)).toBe(true);
    expect(chatText(characters.body)).toBe('東京');
    const lines = await post();
    expect(lines.pieces.some((piece) => !piece.toString('utf8').startsWith('data: '))).toBe(true);
    expect(chatText(lines.body)).toBe('x');
  });
});

describe('too much', () => {
  test('a megabyte of arguments, written in a line of script', async () => {
    const rawArguments = ['{"text":"', { repeat: 'x', times: 1024 * 1024 }, '"}'];
    await start({ calls: [{ name: 'write_file', rawArguments }] });
    const { body } = await post({ ...chatBody, stream: false });
    const [call] = JSON.parse(body.toString('utf8')).choices[0].message.tool_calls;
    expect(JSON.parse(call.function.arguments).text).toHaveLength(1024 * 1024);
  });

  test('text that never ends, until the client has enough', async () => {
    await start({ text: [{ repeat: 'and so on ', times: 'forever' }] });
    const request = send('/v1/chat/completions', chatBody);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let received = 0;
    for await (const piece of response) {
      received += piece.length;
      if (received > 100_000) break;
    }
    await model?.waitForIdle();
    expect(model?.requests[0]?.outcome).toBe('abandoned');
  });

  test('text that never ends has no whole body', async () => {
    await start({ text: [{ repeat: 'x', times: 'forever' }] });
    const { status, body } = await post({ ...chatBody, stream: false });
    expect([status, JSON.parse(body.toString('utf8')).error.message]).toEqual([
      400,
      'This reply of the script never ends: ask for a stream.',
    ]);
  });

  test('one call for ever', async () => {
    await start({ repeat: 'forever', calls: [{ name: 'look' }] });
    const ids = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const { body } = await post({ ...chatBody, stream: false });
      ids.add(JSON.parse(body.toString('utf8')).choices[0].message.tool_calls[0].id);
    }
    expect(ids.size).toBe(20);
  });

  test('two calls with one id', async () => {
    await start({
      calls: [
        { name: 'look', id: 'same' },
        { name: 'go', id: 'same' },
      ],
    });
    const { body } = await post({ ...chatBody, max_tokens: 9, stream: false }, '/v1/messages');
    expect(JSON.parse(body.toString('utf8')).content).toMatchObject([
      { name: 'look', id: 'same' },
      { name: 'go', id: 'same' },
    ]);
  });
});

test('a delay comes before the first byte and between chunks', async () => {
  await start({ text: 'one two three', chunkChars: 4, delayMs: { first: 30, between: 10 } });
  await post();
  await model?.waitForIdle();
  const { arrivedAt = 0, startedAt = 0, repliedAt = 0 } = model?.requests[0] ?? {};
  expect(startedAt - arrivedAt).toBeGreaterThanOrEqual(25);
  // Seven events, so six pauses: role, four pieces of text, finish, done. Timers may fire a millisecond early.
  expect(repliedAt - startedAt).toBeGreaterThanOrEqual(50);
});

test('an array of chunks is what Gemini streams when it is not asked for events', async () => {
  await start({ text: 'one two', chunkChars: 4 });
  const { body } = await post({ contents: [{ parts: [{ text: 'hi' }] }] }, '/v1beta/models/m:streamGenerateContent');
  const texts = JSON.parse(body.toString('utf8')).map(
    (chunk: { candidates: [{ content: { parts: [{ text: string }] } }] }) => chunk.candidates[0].content.parts[0].text,
  );
  expect(texts).toEqual(['one ', 'two', '']);
});
