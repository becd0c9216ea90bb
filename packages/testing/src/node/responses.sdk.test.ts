import OpenAI from 'openai';
import type {
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
  ResponseOutputItem,
} from 'openai/resources/responses/responses';
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

const ask = {
  model: 'm',
  instructions: 'Be brief.',
  input: [{ role: 'user', content: 'Weather in Tokyo and Cologne?' }],
  store: false,
  include: ['reasoning.encrypted_content'],
  tools: [
    {
      type: 'function',
      name: 'weather',
      description: 'Weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      strict: false,
    },
  ],
} satisfies ResponseCreateParamsNonStreaming;

function clientOf(model: ScriptedModel): OpenAI {
  return new OpenAI({ apiKey: 'any', baseURL: model.responsesBaseUrl, maxRetries: 0 });
}

/** The output of a reply as the input of the next request. */
function replayed(output: readonly ResponseOutputItem[]): ResponseInputItem[] {
  return output.flatMap((item) =>
    item.type === 'reasoning' || item.type === 'message' || item.type === 'function_call' ? [item] : [],
  );
}

test('a whole response has thinking, text, parallel calls and usage', async () => {
  await using model = await startScriptedModel({ script: [rich] });
  const { status, output, usage } = await clientOf(model).responses.create(ask);
  expect({ status, output, usage }).toMatchInlineSnapshot(`
    {
      "output": [
        {
          "encrypted_content": "00000100c2VhbDoxb15c4a1a8d9c86683872db57",
          "id": "rs_000001",
          "summary": [
            {
              "text": "Two places, two calls.",
              "type": "summary_text",
            },
          ],
          "type": "reasoning",
        },
        {
          "content": [
            {
              "annotations": [],
              "logprobs": [],
              "text": "I ask for both — 東京 und Köln.",
              "type": "output_text",
            },
          ],
          "id": "msg_000001",
          "role": "assistant",
          "status": "completed",
          "type": "message",
        },
        {
          "arguments": "{"city":"東京"}",
          "call_id": "call_000001_0",
          "id": "fc_000001_0",
          "name": "weather",
          "status": "completed",
          "type": "function_call",
        },
        {
          "arguments": "{"city":"Köln"}",
          "call_id": "call_000001_1",
          "id": "fc_000001_1",
          "name": "weather",
          "status": "completed",
          "type": "function_call",
        },
      ],
      "status": "completed",
      "usage": {
        "input_tokens": 100,
        "input_tokens_details": {
          "cache_write_tokens": 0,
          "cached_tokens": 80,
        },
        "output_tokens": 40,
        "output_tokens_details": {
          "reasoning_tokens": 10,
        },
        "total_tokens": 140,
      },
    }
  `);
});

test('a streamed response adds up to the whole one, its events numbered without a gap', async () => {
  await using model = await startScriptedModel({ script: [{ ...rich, chunkChars: 12 }] });
  const stream = clientOf(model).responses.stream(ask);
  const events: string[] = [];
  const numbers: number[] = [];
  stream.on('event', (event) => {
    events.push(event.type);
    numbers.push(event.sequence_number);
  });
  const response = await stream.finalResponse();
  expect(numbers).toEqual(numbers.map((_number, index) => index));
  expect(response.output_text).toBe(rich.text);
  expect(response.output).toMatchObject([
    { type: 'reasoning', summary: [{ text: rich.thinking }] },
    { type: 'message' },
    { type: 'function_call', name: 'weather', arguments: '{"city":"東京"}' },
    { type: 'function_call', name: 'weather', arguments: '{"city":"Köln"}' },
  ]);
  expect([...new Set(events)]).toMatchInlineSnapshot(`
    [
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.completed",
    ]
  `);
});

test('thinking, calls and outputs go back without storage and are seen in the view', async () => {
  await using model = await startScriptedModel({ script: [rich, { text: 'Rain and sun.' }] });
  const client = clientOf(model);
  const first = await client.responses.create(ask);
  const outputs = first.output.flatMap((item): ResponseInputItem[] =>
    item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: 'rain' }] : [],
  );
  const second = await client.responses.create({
    ...ask,
    input: [...ask.input, ...replayed(first.output), ...outputs],
  });
  expect(second.output_text).toBe('Rain and sun.');
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
          "text": "rain",
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
          "content": "rain",
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

test('a stored response can be continued by its id, and only with the outputs that it waits for', async () => {
  await using model = await startScriptedModel({ script: [rich, { text: 'Rain and sun.' }] });
  const client = clientOf(model);
  const first = await client.responses.create({ ...ask, store: true });
  const outputs = first.output.flatMap((item): ResponseInputItem[] =>
    item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: 'rain' }] : [],
  );
  const go = (input: ResponseInputItem[], previous_response_id = first.id) =>
    client.responses.create({ ...ask, input, previous_response_id });
  await expect(go(outputs.slice(1))).rejects.toThrow('No tool output found for function call call_000001_0.');
  await expect(go(replayed(first.output).slice(2, 3))).rejects.toThrow('Duplicate item found with id fc_000001_0.');
  await expect(go(outputs, 'resp_other')).rejects.toThrow("Previous response with id 'resp_other' not found.");
  expect((await go(outputs)).output_text).toBe('Rain and sun.');
});

test('a reply that was cut is incomplete, and a refusal is a part of its own', async () => {
  await using model = await startScriptedModel({
    script: [
      { text: 'a', stopReason: 'length' },
      { text: 'b', stopReason: 'filter' },
      { text: 'I will not.', stopReason: 'refusal' },
    ],
  });
  const client = clientOf(model);
  const seen: unknown[] = [];
  for (let index = 0; index < 3; index += 1) {
    const response = await client.responses.stream(ask).finalResponse();
    const [item] = response.output;
    const part = item?.type === 'message' ? item.content[0]?.type : undefined;
    seen.push([response.status, response.incomplete_details?.reason, part]);
  }
  expect(seen).toEqual([
    ['incomplete', 'max_output_tokens', 'output_text'],
    ['incomplete', 'content_filter', 'output_text'],
    ['completed', undefined, 'refusal'],
  ]);
});

test('a response may fail in the middle, by a terminal event or a bare error', async () => {
  await using model = await startScriptedModel({
    script: [
      { text: 'half', errorInStream: { kind: 'rate-limit' } },
      { text: 'half', errorInStream: { kind: 'context-overflow', form: 'error' } },
      { error: { kind: 'server-error' } },
    ],
  });
  const client = clientOf(model);
  const last = async () => {
    const events = [];
    for await (const event of await client.responses.create({ ...ask, stream: true })) events.push(event);
    return events.at(-1);
  };
  expect(await last()).toMatchObject({
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'rate_limit_exceeded' } },
  });
  expect(await last()).toMatchObject({ type: 'error', code: 'context_length_exceeded' });
  await expect(last()).rejects.toThrow('500 The server had an error while processing your request. Sorry about that!');
});
