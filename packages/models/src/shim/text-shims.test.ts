import type { Message } from '@toolstone/kernel';
import { describe, expect, test } from 'vitest';
import { lane, user } from './shim-bench.test-support.ts';

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
