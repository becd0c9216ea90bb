import { ApiError, type Content, type GenerateContentParameters, GoogleGenAI, type Part } from '@google/genai';
import { expect, test } from 'vitest';
import type { ScriptedReply } from '../scripted-model/script.ts';
import { type ScriptedModel, startScriptedModel } from './start-scripted-model.ts';

const rich: ScriptedReply = {
  thinking: 'Two places, two calls.',
  text: 'I ask for both — 東京 und Köln.',
  calls: [
    { name: 'weather', arguments: { city: '東京' } },
    { name: 'weather', arguments: { city: 'Köln' } },
  ],
  usage: { inputTokens: 100, outputTokens: 40, cacheReadTokens: 80, thinkingTokens: 10 },
};

const question: Content = { role: 'user', parts: [{ text: 'Weather in Tokyo and Cologne?' }] };
const ask = {
  model: 'gemini-3-pro',
  contents: [question],
  config: {
    systemInstruction: 'Be brief.',
    tools: [
      {
        functionDeclarations: [
          {
            name: 'weather',
            description: 'Weather of a city',
            parametersJsonSchema: {
              type: 'object',
              properties: { city: { type: 'string' } },
              additionalProperties: false,
            },
          },
        ],
      },
    ],
  },
} satisfies GenerateContentParameters;

function clientOf(model: ScriptedModel): GoogleGenAI {
  return new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: model.geminiBaseUrl } });
}

test('a whole reply has thinking, text, parallel calls and usage', async () => {
  await using model = await startScriptedModel({ script: [rich] });
  const { candidates, usageMetadata } = await clientOf(model).models.generateContent(ask);
  expect({ candidates, usageMetadata }).toMatchInlineSnapshot(`
    {
      "candidates": [
        {
          "content": {
            "parts": [
              {
                "text": "Two places, two calls.",
                "thought": true,
              },
              {
                "text": "I ask for both — 東京 und Köln.",
              },
              {
                "functionCall": {
                  "args": {
                    "city": "東京",
                  },
                  "name": "weather",
                },
                "thoughtSignature": "00000101c2VhbDoxb25c4bad8e9c87fb3872db57",
              },
              {
                "functionCall": {
                  "args": {
                    "city": "Köln",
                  },
                  "name": "weather",
                },
              },
            ],
            "role": "model",
          },
          "finishReason": "STOP",
          "index": 0,
        },
      ],
      "usageMetadata": {
        "cachedContentTokenCount": 80,
        "candidatesTokenCount": 30,
        "promptTokenCount": 100,
        "promptTokensDetails": [
          {
            "modality": "TEXT",
            "tokenCount": 100,
          },
        ],
        "thoughtsTokenCount": 10,
        "totalTokenCount": 140,
      },
    }
  `);
});

test('a streamed reply adds up to the whole one', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, chunkChars: 3 }] });
  const parts: Part[] = [];
  let last: unknown;
  for await (const chunk of await clientOf(model).models.generateContentStream(ask)) {
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    last = [chunk.candidates?.[0]?.finishReason, chunk.usageMetadata?.totalTokenCount];
  }
  const textOf = (thought: boolean) =>
    parts.flatMap((part) => ((part.thought === true) === thought ? [part.text] : []));
  expect(textOf(true).join('')).toBe(rich.thinking);
  expect(textOf(false).join('')).toBe(rich.text);
  expect(parts.flatMap((part) => part.functionCall ?? []).map((call) => call.args)).toEqual([
    { city: '東京' },
    { city: 'Köln' },
  ]);
  expect(last).toEqual(['STOP', 140]);
});

test('signatures, calls and responses go back and are seen in the view', async () => {
  await using model = await startScriptedModel({ script: [rich, { text: 'Rain and sun.' }] });
  const client = clientOf(model);
  const first = await client.models.generateContent(ask);
  const reply = first.candidates?.[0]?.content ?? {};
  const results: Content = {
    role: 'user',
    parts: [
      { functionResponse: { name: 'weather', response: { output: 'rain' } } },
      { functionResponse: { name: 'weather', response: { error: 'no such city' } } },
    ],
  };
  const second = await client.models.generateContent({ ...ask, contents: [question, reply, results] });
  expect(second.text).toBe('Rain and sun.');
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
              "id": "",
              "name": "weather",
            },
            {
              "arguments": {
                "city": "Köln",
              },
              "id": "",
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
          "text": "no such city",
          "thinking": "",
        },
      ],
      "system": "Be brief.",
      "toolResults": [
        {
          "callId": "",
          "content": "rain",
          "isError": false,
          "isNew": true,
          "name": "weather",
        },
        {
          "callId": "",
          "content": "no such city",
          "isError": true,
          "isNew": true,
          "name": "weather",
        },
      ],
      "tools": [
        {
          "description": "Weather of a city",
          "name": "weather",
          "schema": {
            "additionalProperties": false,
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

test('a call that comes back without its signature is refused', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, repeat: 'forever' }] });
  const client = clientOf(model);
  const reply: Content = { role: 'model', parts: [{ functionCall: { name: 'weather', args: {} } }] };
  const results: Content = { role: 'user', parts: [{ functionResponse: { name: 'weather', response: {} } }] };
  const asked = client.models.generateContent({ ...ask, contents: [question, reply, results] });
  await expect(asked).rejects.toThrow('Function call is missing a thought_signature in functionCall parts.');
});

test('every stop reason has its word', async () => {
  await using model = await startScriptedModel({
    script: [
      { text: 'a', stopReason: 'length' },
      { text: 'b', stopReason: 'refusal' },
      { stopReason: 'filter' },
      { calls: [{ name: 'weather', rawArguments: '{"city": "Tok' }] },
      { text: 'c', stopReason: { raw: 'RECITATION' } },
    ],
  });
  const client = clientOf(model);
  const seen: unknown[] = [];
  for (let index = 0; index < 5; index += 1) {
    const reply = await client.models.generateContent(ask);
    seen.push(reply.candidates?.[0]?.finishReason ?? reply.promptFeedback?.blockReason);
  }
  expect(seen).toEqual(['MAX_TOKENS', 'SAFETY', 'PROHIBITED_CONTENT', 'MALFORMED_FUNCTION_CALL', 'RECITATION']);
});

test('errors have Google’s status, code and words', async () => {
  await using model = await startScriptedModel({
    script: [
      { error: { kind: 'rate-limit', retryAfterSeconds: 7 } },
      { error: { kind: 'context-overflow' } },
      { error: { kind: 'overloaded' } },
      { error: { kind: 'auth' } },
    ],
  });
  const client = clientOf(model);
  const errors: unknown[] = [];
  for (let index = 0; index < 4; index += 1) {
    const error: unknown = await client.models.generateContent(ask).catch((e) => e);
    if (!(error instanceof ApiError)) throw error;
    errors.push([error.status, JSON.parse(error.message)]);
  }
  expect(errors).toMatchInlineSnapshot(`
    [
      [
        429,
        {
          "error": {
            "code": 429,
            "details": [
              {
                "@type": "type.googleapis.com/google.rpc.QuotaFailure",
                "violations": [
                  {
                    "quotaId": "GenerateRequestsPerMinutePerProjectPerModel",
                    "quotaMetric": "generativelanguage.googleapis.com/generate_content_requests",
                  },
                ],
              },
              {
                "@type": "type.googleapis.com/google.rpc.RetryInfo",
                "retryDelay": "7s",
              },
            ],
            "message": "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
            "status": "RESOURCE_EXHAUSTED",
          },
        },
      ],
      [
        400,
        {
          "error": {
            "code": 400,
            "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
            "status": "INVALID_ARGUMENT",
          },
        },
      ],
      [
        503,
        {
          "error": {
            "code": 503,
            "message": "The model is overloaded. Please try again later.",
            "status": "UNAVAILABLE",
          },
        },
      ],
      [
        400,
        {
          "error": {
            "code": 400,
            "details": [
              {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "domain": "googleapis.com",
                "metadata": {
                  "service": "generativelanguage.googleapis.com",
                },
                "reason": "API_KEY_INVALID",
              },
            ],
            "message": "API key not valid. Please pass a valid API key.",
            "status": "INVALID_ARGUMENT",
          },
        },
      ],
    ]
  `);
});

test('models are listed with their limits', async () => {
  await using model = await startScriptedModel({
    script: { version: 1, models: ['gemini-3-pro'], contextWindow: 1000, replies: [] },
  });
  const names: unknown[] = [];
  for await (const entry of await clientOf(model).models.list()) names.push([entry.name, entry.inputTokenLimit]);
  expect(names).toEqual([['models/gemini-3-pro', 1000]]);
});
