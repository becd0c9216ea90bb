import type { Lane, LaneReply, LaneRequest, Message } from '@toolstone/kernel';
import type { ModelSettings, Wire } from '@toolstone/protocol';
import { type ScriptedModel, type ScriptSource, startScriptedModel } from '@toolstone/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createLanes, plainModelSettings } from '../create-lanes.ts';
import { createNodeModelPorts } from '../node/model-ports.ts';
import { asArray, asObject } from './read-json.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { name: 'bash', description: 'Runs.', parameters: { type: 'object', properties: { command: { type: 'string' } } } },
] as const;
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const call = (callId: string): Message => ({
  role: 'assistant',
  lane: 'x',
  parts: [{ type: 'call', callId, name: 'bash', arguments: '{"command":"ls"}' }],
});
const result = (callId: string): Message => ({
  role: 'tool',
  callId,
  name: 'bash',
  isError: false,
  parts: [{ type: 'text', text: 'a' }],
});

async function bench(
  wire: Wire,
  name: string,
  more: Partial<ModelSettings> = {},
  script: ScriptSource = [{ text: 'ok', repeat: 'forever' }],
) {
  const model = await startScriptedModel({ script });
  cleanups.push(() => model.close());
  const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  const base_url = wire === 'openai-chat' || wire === 'openai-responses' ? model.chatBaseUrl : model.url;
  const settings = plainModelSettings(wire, name, { base_url, ...more });
  const resolved = createLanes({ settings: { models: { m: settings }, fallback_models: [] }, env: {}, ports }).resolve(
    'm',
  );
  if (!resolved.ok) throw new Error(resolved.failure.message);
  return {
    model,
    lane: resolved.lane,
    ask: (messages: readonly Message[], request = {}) => ask(resolved.lane, messages, request),
  };
}

async function ask(lane: Lane, messages: readonly Message[], more: Partial<LaneRequest>): Promise<LaneReply> {
  let calls = 0;
  const request = {
    system: 'S',
    messages,
    tools,
    readBlob: async () => null,
    nextCallId: () => `n${++calls}`,
    ...more,
  };
  for await (const event of lane.stream(request, new AbortController().signal))
    if (event.type === 'reply') return event.reply;
  throw new Error('no reply');
}

function bodyOf(model: ScriptedModel, index = -1): Record<string, unknown> {
  return { ...asObject(model.requests.at(index)?.body) };
}

describe('what is sent on each wire', () => {
  test('Anthropic: at most four cache marks, on the tools, the system prompt and the last two messages of the user', async () => {
    const { model, ask } = await bench('anthropic', 'claude-sonnet-5');
    await ask([user('one'), call('a1'), result('a1'), call('a2'), result('a2')]);
    const body = JSON.stringify(bodyOf(model));
    expect(body.match(/cache_control/g)).toHaveLength(4);
    const { thinking, max_tokens, system, messages } = bodyOf(model);
    expect({ thinking, max_tokens, system, last: asArray(messages).slice(-3) }).toMatchInlineSnapshot(`
      {
        "last": [
          {
            "content": [
              {
                "cache_control": {
                  "type": "ephemeral",
                },
                "content": [
                  {
                    "text": "a",
                    "type": "text",
                  },
                ],
                "tool_use_id": "a1",
                "type": "tool_result",
              },
            ],
            "role": "user",
          },
          {
            "content": [
              {
                "id": "a2",
                "input": {
                  "command": "ls",
                },
                "name": "bash",
                "type": "tool_use",
              },
            ],
            "role": "assistant",
          },
          {
            "content": [
              {
                "cache_control": {
                  "type": "ephemeral",
                },
                "content": [
                  {
                    "text": "a",
                    "type": "text",
                  },
                ],
                "tool_use_id": "a2",
                "type": "tool_result",
              },
            ],
            "role": "user",
          },
        ],
        "max_tokens": 128000,
        "system": [
          {
            "cache_control": {
              "type": "ephemeral",
            },
            "text": "S",
            "type": "text",
          },
        ],
        "thinking": {
          "display": "summarized",
          "type": "adaptive",
        },
      }
    `);
    expect(model.problems()).toEqual([]);
  });

  test('Anthropic: each model thinks in its own terms', async () => {
    const adaptive = await bench('anthropic', 'claude-opus-5-5', { effort: 'minimal' });
    await adaptive.ask([user('x')]);
    expect(bodyOf(adaptive.model)).toMatchObject({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' },
    });
    const off = await bench('anthropic', 'claude-sonnet-5', { effort: 'none', temperature: 0.5 });
    await off.ask([user('x')]);
    expect(bodyOf(off.model)).toMatchObject({ thinking: { type: 'disabled' } });
    expect(bodyOf(off.model)).not.toHaveProperty('temperature');
    const budget = await bench('anthropic', 'claude-haiku-4-5', { effort: 'high', temperature: 0.5 });
    await budget.ask([user('x')]);
    expect(bodyOf(budget.model)).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 16_384 } });
    expect(bodyOf(budget.model)).not.toHaveProperty('temperature');
    // A loop that began without thinking cannot begin to think.
    await budget.ask([user('x'), call('a1'), result('a1')]);
    expect(bodyOf(budget.model)).not.toHaveProperty('thinking');
    expect(bodyOf(budget.model)).toMatchObject({ temperature: 0.5 });
    expect([...adaptive.model.problems(), ...off.model.problems(), ...budget.model.problems()]).toEqual([]);
  });

  test('Responses: nothing is stored, reasoning comes encrypted', async () => {
    const { model, ask } = await bench('openai-responses', 'gpt-6', {
      effort: 'none',
      capabilities: { thinking: 'effort', efforts: ['low', 'high'], prompt_cache: true },
    });
    await ask([user('x')], { cacheKey: 'ws1', maxOutputTokens: 999_999 });
    const { tools: _tools, input: _input, ...rest } = bodyOf(model);
    expect(rest).toEqual({
      model: 'gpt-6',
      stream: true,
      store: false,
      instructions: 'S',
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      max_output_tokens: 8_192,
      prompt_cache_key: 'ws1',
    });
  });

  test('Chat: extra_body, headers and every setting reach the server as they stand', async () => {
    const { model, ask } = await bench(
      'openai-chat',
      'qwen3:8b',
      {
        temperature: 0.2,
        effort: 'low',
        headers: { 'x-team': 'a' },
        extra_body: {
          top_p: 0.9,
          chat_template_kwargs: { enable_thinking: false },
          temperature: 0.7,
          stream_options: null,
        },
        capabilities: { max_output_tokens: 500, parallel_calls: false },
      },
      { version: 1, chatDialect: 'compatible', replies: [{ text: 'ok' }] },
    );
    await ask([user('x')]);
    const { tools: _tools, messages: _messages, ...rest } = bodyOf(model);
    expect(rest).toEqual({
      model: 'qwen3:8b',
      stream: true,
      temperature: 0.7,
      top_p: 0.9,
      chat_template_kwargs: { enable_thinking: false },
      stream_options: null,
      max_tokens: 500,
      parallel_tool_calls: false,
    });
    expect(model.requests[0]?.headers['x-team']).toBe('a');
    expect(model.requests[0]?.headers['authorization']).toBeUndefined();
  });

  test('Chat: a system prompt goes into the first message where the model has no place for it', async () => {
    const { model, ask } = await bench('openai-chat', 'gemma-2-9b-it', { capabilities: { tool_calls: 'native' } });
    await ask([user('Hello')]);
    expect(bodyOf(model)['messages']).toEqual([{ role: 'user', content: 'S\n\nHello' }]);
  });

  test('Gemini: thinking by level or by budget, as the generation has it', async () => {
    const third = await bench('gemini', 'gemini-3.5-flash', { effort: 'max' });
    await third.ask([user('x')]);
    expect(bodyOf(third.model)['generationConfig']).toEqual({
      thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
    });
    const second = await bench('gemini', 'gemini-2.5-flash', {
      effort: 'low',
      extra_body: { generationConfig: { topK: 3 } },
    });
    await second.ask([user('x'), call('a1'), result('a1')]);
    expect(bodyOf(second.model)['generationConfig']).toEqual({
      thinkingConfig: { includeThoughts: true, thinkingBudget: 2_048 },
      topK: 3,
    });
    expect([...third.model.problems(), ...second.model.problems()]).toEqual([]);
  });

  test('a message is written once: a long history costs a round almost nothing', async () => {
    const { model, lane } = await bench('openai-chat', 'm');
    const history: Message[] = [user('x')];
    for (let i = 0; i < 300; i++)
      history.push(call(`h${i}`), {
        ...result(`h${i}`),
        parts: [{ type: 'text', text: 'line\n'.repeat(400) }],
      } as Message);
    await ask(lane, history, {});
    await ask(lane, history, {});
    expect(model.requests[0]?.body).toEqual(model.requests[1]?.body);
    expect(asArray(bodyOf(model)['messages'])).toHaveLength(602);
  });

  test('a conversation goes on when a provider no longer takes its own signatures', async () => {
    const { model, ask } = await bench('anthropic', 'claude-sonnet-5', {}, [
      { thinking: 'Hm', text: 'a' },
      { error: { kind: 'invalid-request', message: 'messages.1.content.0: Invalid `signature` in `thinking` block' } },
      { text: 'b' },
    ]);
    const first = await ask([user('x')]);
    const second = await ask([user('x'), { role: 'assistant', lane: 'm', parts: first.parts }, user('y')]);
    expect(second.parts).toMatchObject([{ text: 'b' }]);
    expect(JSON.stringify(model.requests[1]?.body)).toContain('signature');
    expect(JSON.stringify(model.requests[2]?.body)).not.toContain('signature');
  });

  test('the cost follows the prices, cached tokens at theirs', async () => {
    const prices = { price_input: 10, price_output: 50, price_cache_read: 1, price_cache_write: 12.5 };
    const { ask } = await bench('anthropic', 'claude-opus-5', { capabilities: prices }, [
      {
        text: 'ok',
        usage: { inputTokens: 1_000_000, cacheReadTokens: 500_000, cacheWriteTokens: 100_000, outputTokens: 10_000 },
      },
    ]);
    const reply = await ask([user('x')]);
    expect(reply.usage).toMatchObject({
      inputTokens: 1_000_000,
      cacheReadTokens: 500_000,
      cacheWriteTokens: 100_000,
      outputTokens: 10_000,
    });
    expect(reply.cost).toBeCloseTo(4 + 0.5 + 1.25 + 0.5, 10);
  });
});
