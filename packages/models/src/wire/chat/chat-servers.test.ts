import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LaneEvent, LaneReply } from '@toolstone/kernel';
import { afterEach, describe, expect, test } from 'vitest';
import { createLanes, plainModelSettings } from '../../create-lanes.ts';
import { createNodeModelPorts } from '../../node/model-ports.ts';
import { createThinkSplitter } from './think-splitter.ts';

/** What compatible servers send that OpenAI does not. */
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function reply(
  body: string,
  contentType = 'text/event-stream',
): Promise<{ reply: LaneReply; text: string; thinking: string }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const settings = plainModelSettings('openai-chat', 'm', { base_url, max_retries: 0 });
  const resolved = createLanes({ settings: { models: { m: settings }, fallback_models: [] }, env: {}, ports }).resolve(
    'm',
  );
  if (!resolved.ok) throw new Error(resolved.failure.message);
  let calls = 0;
  const request = { system: '', messages: [], tools: [], readBlob: async () => null, nextCallId: () => `c${++calls}` };
  const events: LaneEvent[] = [];
  for await (const event of resolved.lane.stream(request, new AbortController().signal)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'reply') throw new Error('no reply');
  const said = (type: 'text' | 'thinking') =>
    events.reduce((all, event) => (event.type === type ? all + event.text : all), '');
  return { reply: last.reply, text: said('text'), thinking: said('thinking') };
}

const chunks = (deltas: readonly object[], finish: string | null = 'stop') =>
  [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('');
const callsOf = (made: LaneReply) =>
  made.parts.flatMap((part) => (part.type === 'call' ? [[part.providerCallId, part.name, part.arguments]] : []));

describe('compatible servers', () => {
  test('one that does not stream', async () => {
    const whole = {
      model: 'real-name',
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'Hi',
            tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    const made = await reply(JSON.stringify(whole), 'application/json; charset=utf-8');
    expect(made.reply).toMatchObject({
      model: 'real-name',
      stopReason: 'calls',
      usage: { inputTokens: 3, outputTokens: 2 },
      parts: [{ text: 'Hi' }, { name: 'f' }],
    });
  });

  test('calls without an index, all under one index, with their arguments as an object', async () => {
    const noIndex = await reply(
      chunks([
        { tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":' } }] },
        { tool_calls: [{ function: { arguments: '1}' } }] },
        { tool_calls: [{ id: 'b', function: { name: 'g', arguments: '{}' } }] },
      ]),
    );
    expect(callsOf(noIndex.reply)).toEqual([
      ['a', 'f', '{"x":1}'],
      ['b', 'g', '{}'],
    ]);
    const oneIndex = await reply(
      chunks([
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
        { tool_calls: [{ index: 0, id: 'b', function: { name: 'g', arguments: '{"y"' } }] },
        { tool_calls: [{ index: 0, function: { arguments: ':2}' } }] },
      ]),
    );
    expect(callsOf(oneIndex.reply)).toEqual([
      ['a', 'f', '{}'],
      ['b', 'g', '{"y":2}'],
    ]);
    const asObject = await reply(
      chunks([{ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } }] }]),
    );
    expect(callsOf(asObject.reply)).toEqual([['a', 'f', '{"x":1}']]);
    const repeatedId = await reply(
      chunks([
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] },
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: ':1}' } }] },
      ]),
    );
    expect(callsOf(repeatedId.reply)).toEqual([['a', 'f', '{"x":1}']]);
  });

  test('thinking in a field of its own, or in tags at the beginning', async () => {
    const field = await reply(chunks([{ reasoning_content: 'Hm' }, { reasoning_content: 'm.' }, { content: 'Yes' }]));
    expect([field.thinking, field.text]).toEqual(['Hmm.', 'Yes']);
    const tags = await reply(
      chunks([{ content: '<thi' }, { content: 'nk>\nHmm.</th' }, { content: 'ink>\n\nYes <think>' }]),
    );
    expect([tags.thinking, tags.text]).toEqual(['Hmm.', 'Yes <think>']);
  });

  test('pings, comments, unknown events and fields, and a last event without its blank line', async () => {
    const body = `: ping\n\nevent: ping\ndata: {}\n\ndata: not json\n\n${chunks([{ content: 'Hi', strange: 1 }]).trimEnd()}`;
    expect(await reply(body)).toMatchObject({ text: 'Hi', reply: { stopReason: 'end' } });
  });

  test('an error in the stream, in the shapes that are about', async () => {
    await expect(
      reply('data: {"error":{"message":"the request exceeds the available context size","code":400}}\n\n'),
    ).rejects.toMatchObject({ kind: 'context-overflow' });
    await expect(reply('event: error\ndata: {"message":"CUDA out of memory"}\n\n')).rejects.toMatchObject({
      kind: 'unexpected',
      message: expect.stringContaining('CUDA'),
    });
    await expect(reply('data: {"error":"model runner has unexpectedly stopped"}\n\n')).rejects.toMatchObject({
      kind: 'unexpected',
    });
  });

  test('thinking tags come apart wherever they are cut', () => {
    const text = '  <Think>a < b</Think>\nanswer';
    for (let cut = 0; cut <= text.length; cut++) {
      const splitter = createThinkSplitter();
      const pieces = [splitter.push(text.slice(0, cut)), splitter.push(text.slice(cut)), splitter.end()];
      expect([
        pieces.map((p) => p.thinking).join(''),
        pieces
          .map((p) => p.text)
          .join('')
          .trim(),
      ]).toEqual(['a < b', 'answer']);
    }
    const plain = createThinkSplitter();
    expect([plain.push('<th'), plain.push('e end>'), plain.end()].map((p) => p.text).join('')).toBe('<the end>');
  });
});
