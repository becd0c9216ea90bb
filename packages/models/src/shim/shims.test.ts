import type { LaneEvent, LaneReply, LaneRequest, Message, ToolSpec } from '@toolstone/kernel';
import { type ScriptedReply, startScriptedModel } from '@toolstone/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createLanes, plainModelSettings } from '../create-lanes.ts';
import { createNodeModelPorts } from '../node/model-ports.ts';
import { readForced } from './answer-stream.ts';
import { chooseTools } from './choose-tools.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const tools: readonly ToolSpec[] = [
  {
    name: 'read_file',
    description: 'Reads a file. Long story about it.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', pattern: 'x', description: 'Where. More words.' } },
      required: ['path'],
    },
  },
  {
    name: 'bash',
    description: 'Runs a command.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
];
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });

async function lane(toolCalls: 'native' | 'text' | 'forced', replies: readonly ScriptedReply[]) {
  const model = await startScriptedModel({ script: { version: 1, chatDialect: 'compatible', replies: [...replies] } });
  cleanups.push(() => model.close());
  const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  const settings = plainModelSettings('openai-chat', 'tiny', {
    base_url: model.chatBaseUrl,
    capabilities: { tool_calls: toolCalls },
    max_retries: 1,
  });
  const resolved = createLanes({
    settings: { models: { tiny: settings }, fallback_models: [] },
    env: {},
    ports,
  }).resolve('tiny');
  if (!resolved.ok) throw new Error(resolved.failure.message);
  return {
    model,
    async ask(
      messages: readonly Message[],
      more: Partial<LaneRequest> = {},
    ): Promise<{ shown: string; events: LaneEvent[]; reply: LaneReply }> {
      let calls = 0;
      const events: LaneEvent[] = [];
      const request = {
        system: 'Be brief.',
        messages,
        tools,
        readBlob: async () => null,
        nextCallId: () => `c${++calls}`,
        ...more,
      };
      for await (const event of resolved.lane.stream(request, new AbortController().signal)) events.push(event);
      const shown = events.reduce(
        (text, event) => (event.type === 'text' ? text + event.text : event.type === 'reset' ? '' : text),
        '',
      );
      const last = events.at(-1);
      if (last?.type !== 'reply') throw new Error('no reply');
      return { shown, events, reply: last.reply };
    },
  };
}

describe('a model that prints its calls though it has native ones', () => {
  test('the call runs, and the screen shows the words only', async () => {
    const { ask } = await lane('native', [
      { text: 'Let me see.\n<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>', chunkChars: 5 },
    ]);
    const { shown, reply } = await ask([user('Read a')]);
    expect(shown).toBe('Let me see.');
    expect(reply).toMatchObject({
      stopReason: 'calls',
      parts: [
        { type: 'text', text: 'Let me see.' },
        { type: 'call', callId: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
      ],
    });
  });

  test('a native call beside it wins', async () => {
    const { ask } = await lane('native', [
      {
        text: '{"name": "bash", "arguments": {"command": "ls"}}',
        calls: [{ name: 'read_file', arguments: { path: 'a' } }],
      },
    ]);
    const { reply } = await ask([user('x')]);
    expect(reply.parts.flatMap((part) => (part.type === 'call' ? [part.name] : []))).toEqual(['read_file']);
  });
});

describe('a model without native calls', () => {
  test('is told of the tools in the prompt, and its blocks become calls', async () => {
    const { model, ask } = await lane('text', [
      {
        text: 'I look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>\n<tool_call>{"name": "invented", "arguments": {"x": 1}}</tool_call>\n<tool_result>made up</tool_result>',
        chunkChars: 3,
      },
      { text: 'Done.' },
    ]);
    const first = await ask([user('Read a')]);
    expect(first.shown.trimEnd()).toBe('I look.');
    // The name that is not there stays a call: its answer says so.
    expect(first.reply).toMatchObject({
      stopReason: 'calls',
      parts: [
        { type: 'text', text: 'I look.' },
        { type: 'call', name: 'read_file', arguments: '{"path":"a"}' },
        { type: 'call', name: 'invented', arguments: '{"x":1}' },
      ],
    });
    const history: readonly Message[] = [
      user('Read a'),
      { role: 'assistant', lane: 'tiny', parts: first.reply.parts },
      { role: 'tool', callId: 'c1', name: 'read_file', isError: false, parts: [{ type: 'text', text: 'AAA' }] },
      { role: 'tool', callId: 'c2', name: 'invented', isError: true, parts: [{ type: 'text', text: 'unknown tool' }] },
    ];
    const second = await ask(history);
    expect(second.reply).toMatchObject({ stopReason: 'end', parts: [{ type: 'text', text: 'Done.' }] });
    expect(model.problems()).toEqual([]);
    const body = model.requests[1]?.body as { messages: unknown; tools?: unknown };
    expect(body.tools).toBeUndefined();
    expect(body.messages).toMatchInlineSnapshot(`
      [
        {
          "content": "Be brief.

      # Tools
      You have these tools, one JSON description a line:
      <tools>
      {"name":"read_file","description":"Reads a file. Long story about it.","parameters":{"type":"object","properties":{"path":{"type":"string","pattern":"x","description":"Where. More words."}},"required":["path"]}}
      {"name":"bash","description":"Runs a command.","parameters":{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}}
      </tools>
      To use a tool, end your reply with a block of exactly this form, the arguments following the parameters of the tool:
      <tool_call>
      {"name": "NAME OF THE TOOL", "arguments": {"PARAMETER": "VALUE"}}
      </tool_call>
      For several calls write several blocks in a row. Write nothing after them: the next message brings what the tools gave, each in <tool_result>. Never write a <tool_result> yourself. When you need no tool, answer in plain text without such a block.",
          "role": "system",
        },
        {
          "content": "Read a",
          "role": "user",
        },
        {
          "content": "I look.
      <tool_call>
      {"name": "read_file", "arguments": {"path":"a"}}
      </tool_call>
      <tool_call>
      {"name": "invented", "arguments": {"x":1}}
      </tool_call>",
          "role": "assistant",
        },
        {
          "content": "<tool_result name="read_file">
      AAA
      </tool_result>
      <tool_result name="invented" status="error">
      unknown tool
      </tool_result>",
          "role": "user",
        },
      ]
    `);
  });

  test('a damaged block stays a call, as it was written', async () => {
    const { ask } = await lane('text', [
      { text: '<tool_call>{"name": "bash", "arguments": {"command": "ls}}</tool_call>' },
    ]);
    const { reply, shown } = await ask([user('x')]);
    expect(shown).toBe('');
    expect(reply.parts).toMatchObject([{ type: 'call', name: 'bash', arguments: '{"command": "ls}' }]);
  });

  test('text that only looks like the beginning of a tag is shown', async () => {
    const { ask } = await lane('text', [{ text: 'a < b and <tool', chunkChars: 1 }]);
    const { shown, events } = await ask([user('x')]);
    expect(shown).toBe('a < b and <tool');
    expect(events.filter((event) => event.type === 'text').length).toBeGreaterThan(5);
  });
});

describe('a weak model', () => {
  test('chooses one tool or an answer, forced by a schema', async () => {
    const { model, ask } = await lane('forced', [
      { text: '{"name": "read_file", "arguments": {"path": "a"}}', chunkChars: 4 },
      { text: '{"name": "answer", "arguments": {"text": "It says \\"A\\"\\nand more 🌍"}}', chunkChars: 7 },
    ]);
    const first = await ask([user('Read a')]);
    expect(first.shown).toBe('');
    expect(first.reply).toMatchObject({
      stopReason: 'calls',
      parts: [{ type: 'call', callId: 'c1', name: 'read_file', arguments: '{"path":"a"}' }],
    });
    const history: readonly Message[] = [
      user('Read a'),
      { role: 'assistant', lane: 'tiny', parts: first.reply.parts },
      { role: 'tool', callId: 'c1', name: 'read_file', isError: false, parts: [{ type: 'text', text: 'A' }] },
    ];
    const second = await ask(history);
    expect(second.shown).toBe('It says "A"\nand more 🌍');
    expect(second.events.filter((event) => event.type === 'text').length).toBeGreaterThan(2);
    expect(second.reply).toMatchObject({
      stopReason: 'end',
      parts: [{ type: 'text', text: 'It says "A"\nand more 🌍' }],
    });
    expect(model.requests[1]?.body).toMatchInlineSnapshot(`
      {
        "max_tokens": 2048,
        "messages": [
          {
            "content": "Be brief.

      # Tools

      Every reply of yours calls one of these tools, whose signatures are inside <tools></tools>:
      <tools>
      {"type":"function","function":{"name":"read_file","description":"Reads a file.","parameters":{"type":"object","properties":{"path":{"type":"string","description":"Where."}},"required":["path"]}}}
      {"type":"function","function":{"name":"bash","description":"Runs a command.","parameters":{"type":"object","properties":{"command":{"type":"string"}},"required":["command"]}}}
      {"type":"function","function":{"name":"answer","description":"Reply to the user in text: when no other tool is needed, or when the results that are needed are there.","parameters":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}}
      </tools>

      A reply is one JSON object with the name of the tool and its arguments, and nothing else:
      {"name": <name of the tool>, "arguments": <object with its arguments>}
      Talk, knowledge, writing and translating need no other tool than answer.",
            "role": "system",
          },
          {
            "content": "Read a",
            "role": "user",
          },
          {
            "content": "{"name": "read_file", "arguments": {"path":"a"}}",
            "role": "assistant",
          },
          {
            "content": "<tool_response>
      A
      </tool_response>",
            "role": "user",
          },
        ],
        "model": "tiny",
        "response_format": {
          "json_schema": {
            "name": "choice",
            "schema": {
              "oneOf": [
                {
                  "additionalProperties": false,
                  "properties": {
                    "arguments": {
                      "additionalProperties": false,
                      "properties": {
                        "path": {
                          "type": "string",
                        },
                      },
                      "required": [
                        "path",
                      ],
                      "type": "object",
                    },
                    "name": {
                      "const": "read_file",
                    },
                  },
                  "required": [
                    "name",
                    "arguments",
                  ],
                  "type": "object",
                },
                {
                  "additionalProperties": false,
                  "properties": {
                    "arguments": {
                      "additionalProperties": false,
                      "properties": {
                        "command": {
                          "type": "string",
                        },
                      },
                      "required": [
                        "command",
                      ],
                      "type": "object",
                    },
                    "name": {
                      "const": "bash",
                    },
                  },
                  "required": [
                    "name",
                    "arguments",
                  ],
                  "type": "object",
                },
                {
                  "additionalProperties": false,
                  "properties": {
                    "arguments": {
                      "additionalProperties": false,
                      "properties": {
                        "text": {
                          "type": "string",
                        },
                      },
                      "required": [
                        "text",
                      ],
                      "type": "object",
                    },
                    "name": {
                      "const": "answer",
                    },
                  },
                  "required": [
                    "name",
                    "arguments",
                  ],
                  "type": "object",
                },
              ],
            },
            "strict": true,
          },
          "type": "json_schema",
        },
        "stream": true,
        "stream_options": {
          "include_usage": true,
        },
        "temperature": 0,
      }
    `);
  });

  test('another form is tried where a server does not take the first', async () => {
    const { model, ask } = await lane('forced', [
      { error: { kind: 'invalid-request', message: "Unknown field 'response_format'" } },
      { text: '{"name": "answer", "arguments": {"text": "ok"}}' },
      { text: '{"name": "answer", "arguments": {"text": "ok"}}' },
    ]);
    expect((await ask([user('x')])).shown).toBe('ok');
    await ask([user('x')]);
    expect(
      model.requests.map((request) => Object.keys(request.body as object).filter((key) => /format|schema/.test(key))),
    ).toEqual([['response_format'], ['json_schema'], ['json_schema']]);
  });

  test('an answer that a limit cut is kept, a call is not', async () => {
    const { ask } = await lane('forced', [
      { text: '{"name": "answer", "arguments": {"text": "half of \\u00', stopReason: 'length' },
      { text: '{"name": "bash", "arguments": {"command": "rm -r', stopReason: 'length' },
    ]);
    expect((await ask([user('x')])).reply).toMatchObject({
      stopReason: 'length',
      parts: [{ type: 'text', text: 'half of ' }],
    });
    expect((await ask([user('x')])).reply).toMatchObject({ stopReason: 'length', parts: [] });
  });

  test('free text of a server that forces nothing is an answer', async () => {
    const { ask } = await lane('forced', [{ text: 'Just words.' }]);
    const { shown, reply } = await ask([user('x')]);
    expect([shown, reply.parts]).toEqual(['Just words.', [{ type: 'text', text: 'Just words.' }]]);
  });

  test('is shown few tools: those that were called, then those that fit what was said', () => {
    const many: ToolSpec[] = Array.from({ length: 20 }, (_, i) => ({
      name: `tool_${i}`,
      description: 'Something.',
      parameters: {},
    }));
    many[12] = {
      name: 'get_weather',
      description: 'The weather of a city.',
      parameters: { type: 'object', properties: { city: {} } },
    };
    const messages: readonly Message[] = [
      user('How is the weather in Paris?'),
      { role: 'tool', callId: 'c', name: 'tool_17', isError: false, parts: [] },
    ];
    expect(chooseTools(many, messages, 4).map((tool) => tool.name)).toEqual([
      'tool_0',
      'tool_1',
      'get_weather',
      'tool_17',
    ]);
  });

  test('an answer is read as far as it is there', () => {
    const written = '{"name":"answer","arguments":{"text":"a\\n\\ud83c\\udf0d\\"b"}}';
    const seen = Array.from({ length: written.length + 1 }, (_, i) => readForced(written.slice(0, i)));
    const texts = [...new Set(seen.flatMap((progress) => (progress.kind === 'answer' ? [progress.text] : [])))];
    expect(texts).toEqual(['', 'a', 'a\n', 'a\n🌍', 'a\n🌍"', 'a\n🌍"b']);
  });
});
