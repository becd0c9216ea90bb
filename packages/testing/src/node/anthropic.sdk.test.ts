import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import type { ScriptedReply } from '../scripted-model/script.ts';
import { type ScriptedModel, startScriptedModel } from './start-scripted-model.ts';

const rich: ScriptedReply = {
  thinking: 'Two places, two calls.',
  redactedThinking: 'b3BhcXVl',
  text: 'I ask for both — 東京 und Köln.',
  calls: [
    { name: 'weather', arguments: { city: '東京' } },
    { name: 'weather', arguments: { city: 'Köln' } },
  ],
  usage: { inputTokens: 100, outputTokens: 40, cacheReadTokens: 80, cacheWriteTokens: 5, thinkingTokens: 10 },
};

const ask = {
  model: 'claude-scripted',
  max_tokens: 4096,
  thinking: { type: 'enabled', budget_tokens: 2048 },
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Weather in Tokyo and Cologne?' }],
  tools: [
    {
      name: 'weather',
      description: 'Weather of a city',
      input_schema: { type: 'object', properties: { city: { type: 'string' } } },
    },
  ],
} satisfies Anthropic.MessageCreateParamsNonStreaming;

function clientOf(model: ScriptedModel): Anthropic {
  return new Anthropic({ apiKey: 'any', baseURL: model.anthropicBaseUrl, maxRetries: 0 });
}

test('a whole message has thinking, text, parallel calls and usage', async () => {
  await using model = await startScriptedModel({ script: [rich] });
  const message = await clientOf(model).messages.create(ask);
  expect(message).toMatchInlineSnapshot(`
    {
      "container": null,
      "content": [
        {
          "signature": "c2VhbDox2b9e8108dfc2271a41c05575",
          "thinking": "Two places, two calls.",
          "type": "thinking",
        },
        {
          "data": "b3BhcXVl",
          "type": "redacted_thinking",
        },
        {
          "citations": null,
          "text": "I ask for both — 東京 und Köln.",
          "type": "text",
        },
        {
          "caller": {
            "type": "direct",
          },
          "id": "call_000001_0",
          "input": {
            "city": "東京",
          },
          "name": "weather",
          "type": "tool_use",
        },
        {
          "caller": {
            "type": "direct",
          },
          "id": "call_000001_1",
          "input": {
            "city": "Köln",
          },
          "name": "weather",
          "type": "tool_use",
        },
      ],
      "id": "msg_000001",
      "model": "claude-scripted",
      "role": "assistant",
      "stop_details": null,
      "stop_reason": "tool_use",
      "stop_sequence": null,
      "type": "message",
      "usage": {
        "cache_creation": {
          "ephemeral_1h_input_tokens": 0,
          "ephemeral_5m_input_tokens": 5,
        },
        "cache_creation_input_tokens": 5,
        "cache_read_input_tokens": 80,
        "input_tokens": 15,
        "output_tokens": 40,
        "output_tokens_details": {
          "thinking_tokens": 10,
        },
        "service_tier": "standard",
      },
    }
  `);
});

test('a streamed message adds up to the whole one', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, repeat: 2, chunkChars: 3 }] });
  const client = clientOf(model);
  const whole = await client.messages.create(ask);
  const streamed = await client.messages.stream(ask).finalMessage();
  const withoutIds = (content: Anthropic.ContentBlock[]) =>
    content.map((block) => (block.type === 'tool_use' ? { ...block, id: '' } : block));
  expect(withoutIds(streamed.content)).toEqual(withoutIds(whole.content));
  expect(streamed.usage).toMatchObject({ input_tokens: 15, output_tokens: 40, cache_read_input_tokens: 80 });
  expect(streamed.stop_reason).toBe('tool_use');
});

test('thinking, calls and results go back and are seen in the view', async () => {
  await using model = await startScriptedModel({ script: [rich, { text: 'Rain and sun.' }] });
  const client = clientOf(model);
  const first = await client.messages.create(ask);
  const results = first.content.flatMap((block): Anthropic.ToolResultBlockParam[] =>
    block.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: block.id, content: 'rain' }] : [],
  );
  const image: Anthropic.ToolResultBlockParam['content'] = [
    { type: 'text', text: 'a map' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  ];
  const second = await client.messages.create({
    ...ask,
    messages: [
      ...ask.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: results.map((result, index) => (index === 0 ? result : { ...result, content: image })) },
    ],
  });
  expect(second.content).toMatchObject([{ type: 'text', text: 'Rain and sun.' }]);
  expect(model.problems()).toEqual([]);
  expect(model.requests[1]?.view).toMatchInlineSnapshot(`
    {
      "images": [
        {
          "data": "iVBORw0KGgo=",
          "mediaType": "image/png",
          "within": "tool",
        },
      ],
      "lastUserText": "Weather in Tokyo and Cologne?",
      "messages": [
        {
          "calls": [],
          "role": "user",
          "text": "Weather in Tokyo and Cologne?",
          "thinking": "",
        },
        {
          "calls": [
            {
              "arguments": {
                "city": "東京",
              },
              "id": "call_000001_0",
              "name": "weather",
            },
            {
              "arguments": {
                "city": "Köln",
              },
              "id": "call_000001_1",
              "name": "weather",
            },
          ],
          "role": "assistant",
          "text": "I ask for both — 東京 und Köln.",
          "thinking": "Two places, two calls.",
        },
        {
          "calls": [],
          "role": "tool",
          "text": "rain",
          "thinking": "",
        },
        {
          "calls": [],
          "role": "tool",
          "text": "a map",
          "thinking": "",
        },
      ],
      "system": "Be brief.",
      "toolResults": [
        {
          "callId": "call_000001_0",
          "content": "rain",
          "isError": false,
          "isNew": true,
          "name": "weather",
        },
        {
          "callId": "call_000001_1",
          "content": "a map",
          "isError": false,
          "isNew": true,
          "name": "weather",
        },
      ],
      "tools": [
        {
          "description": "Weather of a city",
          "name": "weather",
          "schema": {
            "properties": {
              "city": {
                "type": "string",
              },
            },
            "type": "object",
          },
        },
      ],
    }
  `);
});

test('thinking that was changed is refused', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, repeat: 'forever' }] });
  const client = clientOf(model);
  const first = await client.messages.create(ask);
  const changed = first.content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'Else.' } : block));
  const asked = client.messages.create({
    ...ask,
    messages: [...ask.messages, { role: 'assistant', content: changed }],
  });
  await expect(asked).rejects.toThrow('messages.1.content.0: Invalid `signature` in `thinking` block');
});

test('every stop reason has its word', async () => {
  await using model = await startScriptedModel({
    script: [
      { text: 'a', stopReason: 'length' },
      { text: 'b', stopReason: 'refusal' },
      { text: 'c', stopReason: { raw: 'pause_turn' } },
      { text: 'd' },
    ],
  });
  const client = clientOf(model);
  const seen: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    const message = await client.messages.stream(ask).finalMessage();
    seen.push(message.stop_reason);
  }
  expect(seen).toEqual(['max_tokens', 'refusal', 'pause_turn', 'end_turn']);
});

test('errors have Anthropic’s status, type and words, before and inside of a stream', async () => {
  await using model = await startScriptedModel({
    script: [
      { error: { kind: 'rate-limit', retryAfterSeconds: 7 } },
      { error: { kind: 'context-overflow' } },
      { error: { kind: 'overloaded' } },
      { text: 'half', errorInStream: { kind: 'overloaded' } },
    ],
  });
  const client = clientOf(model);
  const errors: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    const error: unknown = await client.messages
      .stream(ask)
      .finalMessage()
      .catch((e) => e);
    if (!(error instanceof Anthropic.APIError)) throw error;
    errors.push([error.status, error.type, error.message, error.headers?.get('retry-after')]);
  }
  expect(errors).toMatchInlineSnapshot(`
    [
      [
        429,
        "rate_limit_error",
        "429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization's rate limit of 50 requests per minute."},"request_id":"req_scripted"}",
        "7",
      ],
      [
        400,
        "invalid_request_error",
        "400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"},"request_id":"req_scripted"}",
        null,
      ],
      [
        529,
        "overloaded_error",
        "529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_scripted"}",
        null,
      ],
      [
        undefined,
        "overloaded_error",
        "{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_scripted"}",
        null,
      ],
    ]
  `);
});

test('tokens are counted and models listed', async () => {
  await using model = await startScriptedModel({
    script: { version: 1, models: ['claude-scripted'], contextWindow: 1000, replies: [] },
  });
  const client = clientOf(model);
  const { model: name, messages } = ask;
  const counted = await client.messages.countTokens({ model: name, messages });
  expect(counted.input_tokens).toBeGreaterThan(10);
  const listed = await client.models.list();
  expect(listed.data).toMatchObject([{ id: 'claude-scripted', max_input_tokens: 1000 }]);
  expect(model.lookups.map((lookup) => [lookup.path, lookup.status])).toEqual([
    ['/v1/messages/count_tokens', 200],
    ['/v1/models', 200],
  ]);
});
