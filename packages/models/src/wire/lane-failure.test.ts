import { describe, expect, test } from 'vitest';
import { modestCapabilities } from '../capabilities/model-capabilities.ts';
import { isContextOverflow } from './context-overflow.ts';
import type { LaneConfig } from './lane-config.ts';
import { refusedFailure } from './lane-failure.ts';
import { retryAfterMs } from './retry-after.ts';

const config: LaneConfig = {
  id: 'main',
  wire: 'openai-chat',
  model: 'm',
  baseUrl: 'https://api.example.com/v1',
  isOwnHost: true,
  apiKey: 'top-secret',
  apiKeyName: 'A_KEY',
  capabilities: modestCapabilities,
  headers: {},
  extraBody: {},
  idleTimeoutMs: 1_000,
};
const refused = (status: number, body: unknown, headers = {}) =>
  refusedFailure(config, { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) }, 0);

describe('a prompt that does not fit', () => {
  test.each([
    ["This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."], // OpenAI
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 65536 tokens and your request has 57879 input tokens",
    ], // vLLM
    ['Your input exceeds the context window of this model. Please adjust your input and try again.'], // Responses
    ['prompt is too long: 210000 tokens > 200000 maximum'], // Anthropic
    ['input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length'], // Anthropic
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'], // Gemini
    ['request (12345 tokens) exceeds the available context size (8192 tokens), try increasing it'], // llama.cpp
    ['exceed_context_size_error'], // llama.cpp
    ['the request exceeds the available context size. try increasing the context size or enable context shift'], // llama.cpp, older
    ['input length exceeds maximum context length'], // Ollama
    ['prompt too long; exceeded max context length by 12 tokens'], // Ollama
    ['the input length exceeds the context length'], // Ollama
    [
      'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length',
    ], // LM Studio
    ['The number of tokens to keep from the initial prompt is greater than the context length'], // LM Studio
    ["This model's maximum prompt length is 131072 but the request contains 150000 tokens."], // xAI
    ['Please reduce the length of the messages or completion.'], // Groq
    ['Input is too long for requested model.'], // Bedrock
  ])('is recognised: %s', (text) => {
    expect(isContextOverflow(text)).toBe(true);
  });

  test.each([
    ["This request would exceed your organization's rate limit of 40,000 input tokens per minute"],
    ['Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000'],
    ['max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens'],
    ['messages: at least one message is required'],
  ])('is not seen in: %s', (text) => {
    expect(isContextOverflow(text)).toBe(false);
  });
});

describe('what a refusal means', () => {
  test.each([
    [
      429,
      {
        error: {
          type: 'rate_limit_error',
          message: "exceed your organization's rate limit of 40,000 input tokens per minute",
        },
      },
      'rate-limit',
    ],
    [
      429,
      {
        error: {
          code: 'insufficient_quota',
          message: 'You exceeded your current quota, please check your plan and billing details.',
        },
      },
      'auth',
    ],
    [402, { error: { message: 'Insufficient credits' } }, 'auth'],
    [400, { error: { message: 'Your credit balance is too low to access the Anthropic API.' } }, 'auth'],
    [
      400,
      [
        {
          error: {
            status: 'INVALID_ARGUMENT',
            message: 'API key not valid.',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      ],
      'auth',
    ],
    [401, { error: { message: 'no' } }, 'auth'],
    [404, { error: { message: 'The model `x` does not exist' } }, 'not-found'],
    [404, { error: 'model "qwen3" not found, try pulling it first' }, 'not-found'],
    [400, { error: { code: 'model_not_found', message: 'unknown' } }, 'not-found'],
    [307, '', 'not-found'],
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'overloaded'],
    [503, '<html><head><style>b{}</style></head><body><h1>503 Service Unavailable</h1></body></html>', 'overloaded'],
    [500, { error: { message: 'the model is overloaded' } }, 'overloaded'],
    [500, 'boom', 'unexpected'],
    [504, '', 'cut'],
    [413, '', 'context-overflow'],
    [400, { error: { type: 'exceed_context_size_error', message: 'too big', n_ctx: 4096 } }, 'context-overflow'],
    [422, { detail: 'bad field' }, 'invalid-request'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(refused(status, body).kind).toBe(kind);
  });

  test('is one line that says what to do and holds no secret', () => {
    const messages = [
      refused(401, { error: { message: 'Incorrect API key provided: top-secret.\nYou can find yours…' } }),
      refused(400, { error: { message: 'bad header Authorization: Bearer sk-proj-abcdefgh12345678' } }),
      refused(404, { error: { message: 'no such model' } }),
      refused(502, '<html><body>Bad\n gateway</body></html>'),
      refused(308, '', { location: 'https://new.example.com/v1' }),
    ].map((error) => error.message);
    expect(messages).toMatchInlineSnapshot(`
      [
        "main: api.example.com refuses the key or the account (401: Incorrect API key provided: …. You can find yours…). Check A_KEY",
        "main: api.example.com refuses the request (400: bad header Authorization: …)",
        "main: api.example.com does not know the model m or the address (404: no such model). Check model and base_url",
        "main: api.example.com cannot be reached (502: Bad gateway). Check base_url and that the server runs",
        "main: api.example.com does not know the model m or the address (308: it redirects to https://new.example.com/v1). Check model and base_url",
      ]
    `);
  });
});

describe('how long to wait', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  test.each([
    [{ 'retry-after-ms': '1500' }, undefined, 1_500],
    [{ 'retry-after': '2' }, undefined, 2_000],
    [{ 'retry-after': '0.25' }, undefined, 250],
    [{ 'retry-after': 'Mon, 30 Nov 2026 12:00:07 GMT' }, undefined, 7_000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, undefined, 0],
    [{ 'retry-after': 'soon' }, undefined, undefined],
    [{}, { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }] }, 34_070],
    [{}, { message: 'Rate limit reached. Please try again in 6m0.5s. Visit…' }, 360_500],
    [{}, { message: 'Please try again in 20ms.' }, 20],
    [{}, { message: 'Please try again later' }, undefined],
  ])('%j and %j ask for %s ms', (headers, error, expected) => {
    expect(retryAfterMs(headers, error, now)).toBe(expected);
  });
});
