import type { Message, ToolSpec } from '@toolstone/kernel';
import { describe, expect, test } from 'vitest';
import { readForced } from './answer-stream.ts';
import { chooseTools } from './choose-tools.ts';
import { lane, user } from './shim-bench.test-support.ts';

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

  test('is not shown a tool that works on a result which there is not', () => {
    const tools: ToolSpec[] = ['bash', 'bash_output'].map((name) => ({
      name,
      description: 'Something.',
      parameters: {},
      ...(name === 'bash_output' && { follows: 'background shell' }),
    }));
    const namesAfter = (text: string) => {
      const result: Message = {
        role: 'tool',
        callId: 'c',
        name: 'bash',
        isError: false,
        parts: [{ type: 'text', text }],
      };
      return chooseTools(tools, [user('go'), result], 8).map(({ name }) => name);
    };
    expect(namesAfter('hi')).toEqual(['bash']);
    expect(namesAfter('Started background shell bash_1 (pid 7).')).toEqual(['bash', 'bash_output']);
  });

  test('an answer is read as far as it is there', () => {
    const written = '{"name":"answer","arguments":{"text":"a\\n\\ud83c\\udf0d\\"b"}}';
    const seen = Array.from({ length: written.length + 1 }, (_, i) => readForced(written.slice(0, i)));
    const texts = [...new Set(seen.flatMap((progress) => (progress.kind === 'answer' ? [progress.text] : [])))];
    expect(texts).toEqual(['', 'a', 'a\n', 'a\n🌍', 'a\n🌍"', 'a\n🌍"b']);
  });
});
