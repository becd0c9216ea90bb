import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import { expect, test } from 'vitest';
import type { ScriptedReply } from '../scripted-model/script.ts';
import { type ScriptedModel, startScriptedModel } from './start-scripted-model.ts';

const rich: ScriptedReply = {
  thinking: 'Two places, two calls.',
  text: 'I ask for both — 東京 und Köln. ',
  calls: [
    { name: 'weather', arguments: { city: '東京' } },
    { name: 'weather', arguments: { city: 'Köln' } },
  ],
  usage: { inputTokens: 100, outputTokens: 40, cacheReadTokens: 80, thinkingTokens: 10 },
};

const tools: ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'Weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
];

const ask: ChatCompletionMessageParam[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather in Tokyo and Cologne?' },
];

function clientOf(model: ScriptedModel): OpenAI {
  return new OpenAI({ apiKey: 'any', baseURL: model.chatBaseUrl, maxRetries: 0 });
}

test('a whole completion has text, thinking, parallel calls and usage', async () => {
  await using model = await startScriptedModel({ script: [rich] });
  const completion = await clientOf(model).chat.completions.create({ model: 'm', messages: ask, tools });
  expect({ ...completion.choices[0], usage: completion.usage }).toMatchInlineSnapshot(`
    {
      "finish_reason": "tool_calls",
      "index": 0,
      "logprobs": null,
      "message": {
        "annotations": [],
        "content": "I ask for both — 東京 und Köln. ",
        "reasoning_content": "Two places, two calls.",
        "refusal": null,
        "role": "assistant",
        "tool_calls": [
          {
            "function": {
              "arguments": "{"city":"東京"}",
              "name": "weather",
            },
            "id": "call_000001_0",
            "type": "function",
          },
          {
            "function": {
              "arguments": "{"city":"Köln"}",
              "name": "weather",
            },
            "id": "call_000001_1",
            "type": "function",
          },
        ],
      },
      "usage": {
        "completion_tokens": 40,
        "completion_tokens_details": {
          "accepted_prediction_tokens": 0,
          "audio_tokens": 0,
          "reasoning_tokens": 10,
          "rejected_prediction_tokens": 0,
        },
        "prompt_tokens": 100,
        "prompt_tokens_details": {
          "audio_tokens": 0,
          "cache_write_tokens": 0,
          "cached_tokens": 80,
        },
        "total_tokens": 140,
      },
    }
  `);
});

test('a streamed completion adds up to the whole one', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, repeat: 2, chunkChars: 3 }] });
  const client = clientOf(model);
  const whole = await client.chat.completions.create({ model: 'm', messages: ask, tools });
  const stream = client.chat.completions.stream({
    model: 'm',
    messages: ask,
    tools,
    stream_options: { include_usage: true },
  });
  const streamed = await stream.finalChatCompletion();
  expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
  expect(
    streamed.choices[0]?.message.tool_calls?.map((call) => call.type === 'function' && call.function.arguments),
  ).toEqual(['{"city":"東京"}', '{"city":"Köln"}']);
  expect(streamed.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 40 });
  expect(model.problems()).toEqual([]);
});

test('usage comes only when the client asks for it', async () => {
  await using model = await startScriptedModel({ script: [{ text: 'hi' }] });
  const stream = await clientOf(model).chat.completions.create({ model: 'm', messages: ask, stream: true });
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
});

test('results of tools come back and are seen in the view', async () => {
  await using model = await startScriptedModel({ script: [rich, { text: 'Rain and sun.' }] });
  const client = clientOf(model);
  const first = await client.chat.completions.create({ model: 'm', messages: ask, tools });
  const message = first.choices[0]?.message;
  if (message === undefined) throw new Error('no message');
  const results: ChatCompletionMessageParam[] = (message.tool_calls ?? []).map((call, index) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: index === 0 ? 'rain' : 'sun',
  }));
  const { content, tool_calls } = message;
  const assistant: ChatCompletionMessageParam = {
    role: 'assistant',
    content,
    ...(tool_calls === undefined ? {} : { tool_calls }),
  };
  const second = await client.chat.completions.create({
    model: 'm',
    messages: [...ask, assistant, ...results],
    tools,
  });
  expect(second.choices[0]).toMatchObject({ message: { content: 'Rain and sun.' }, finish_reason: 'stop' });
  expect(model.problems()).toEqual([]);
  expect(model.requests[1]?.view).toMatchInlineSnapshot(`
    {
      "images": [],
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
          "text": "I ask for both — 東京 und Köln. ",
          "thinking": "",
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
          "text": "sun",
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
          "content": "sun",
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

test('every stop reason has its word', async () => {
  await using model = await startScriptedModel({
    script: [
      { text: 'a', stopReason: 'length' },
      { text: 'b', stopReason: 'filter' },
      { text: 'I will not.', stopReason: 'refusal' },
      { text: 'c', stopReason: { raw: 'eos' } },
    ],
  });
  const client = clientOf(model);
  const seen: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    const completion = await client.chat.completions.create({ model: 'm', messages: ask });
    const { message, finish_reason } = completion.choices[0] ?? {};
    seen.push([finish_reason, message?.content, message?.refusal]);
  }
  expect(seen).toEqual([
    ['length', 'a', null],
    ['content_filter', 'b', null],
    ['stop', null, 'I will not.'],
    ['eos', 'c', null],
  ]);
});

test('errors have OpenAI’s status, type, code and words', async () => {
  await using model = await startScriptedModel({
    script: [
      { error: { kind: 'rate-limit', retryAfterSeconds: 7 } },
      { error: { kind: 'context-overflow' } },
      { error: { kind: 'overloaded' } },
      { error: { kind: 'auth' } },
      { error: { status: 502, body: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } } },
    ],
  });
  const client = clientOf(model);
  const errors: unknown[] = [];
  for (let index = 0; index < 5; index += 1) {
    const error: unknown = await client.chat.completions.create({ model: 'm', messages: ask }).catch((e) => e);
    if (!(error instanceof OpenAI.APIError)) throw error;
    errors.push([error.status, error.type, error.code, error.message, error.headers?.get('retry-after')]);
  }
  expect(errors).toMatchInlineSnapshot(`
    [
      [
        429,
        "requests",
        "rate_limit_exceeded",
        "429 Rate limit reached for scripted-model in organization org-scripted on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.",
        "7",
      ],
      [
        400,
        "invalid_request_error",
        "context_length_exceeded",
        "400 This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. Please reduce the length of the messages.",
        null,
      ],
      [
        503,
        "server_error",
        null,
        "503 The engine is currently overloaded, please try again later",
        null,
      ],
      [
        401,
        "invalid_request_error",
        "invalid_api_key",
        "401 Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.",
        null,
      ],
      [
        502,
        undefined,
        undefined,
        "502 <html>Bad gateway</html>",
        null,
      ],
    ]
  `);
});

test('an error inside of a stream reaches the client as an error', async () => {
  await using model = await startScriptedModel({
    script: [{ text: 'half of a sentence', chunkChars: 4, errorInStream: { kind: 'server-error', afterChunks: 3 } }],
  });
  const stream = await clientOf(model).chat.completions.create({ model: 'm', messages: ask, stream: true });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  })();
  await expect(reading).rejects.toThrow('The server had an error while processing your request.');
  expect(text).toBe('half of ');
});

test('models are listed, and only those are found', async () => {
  await using model = await startScriptedModel({ script: { version: 1, models: ['small', 'large'], replies: [] } });
  const client = clientOf(model);
  const listed = await client.models.list();
  expect(listed.data.map((entry) => entry.id)).toEqual(['small', 'large']);
  const asked = client.chat.completions.create({ model: 'other', messages: ask });
  await expect(asked).rejects.toThrow('404 The model `other` does not exist or you do not have access to it.');
});
