import type { ToolSpec } from '@toolstone/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areUnambiguous, findPrintedCalls } from './printed-calls.ts';

const tools: readonly ToolSpec[] = [
  {
    name: 'read_file',
    description: 'Reads a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' } },
      required: ['path'],
    },
  },
  {
    name: 'bash',
    description: 'Runs a command.',
    parameters: { type: 'object', properties: { command: { type: 'string' } } },
  },
];

function rescued(text: string): unknown {
  const found = findPrintedCalls(text, tools);
  if (!areUnambiguous(found, text, tools)) return 'left as text';
  return found.calls
    .map((call) => [call.name, JSON.parse(call.arguments)])
    .concat(found.rest === '' ? [] : [found.rest]);
}

describe('calls that a model printed as text', () => {
  const read = ['read_file', { path: 'a.ts' }];
  test.each([
    ['tags', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>', [read]],
    [
      'tags with a few words before',
      'I will look.\n<tool_call>{"name": "read_file", "arguments": {"path": "a.ts"}}</tool_call>',
      [read, 'I will look.'],
    ],
    [
      'several tags',
      '<tool_call>{"name":"read_file","arguments":{"path":"a.ts"}}</tool_call>\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
      [read, ['bash', { command: 'ls' }]],
    ],
    ['a tag that was never closed', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}', [read]],
    [
      'arguments as a string',
      '<tool_call>{"name": "read_file", "arguments": "{\\"path\\": \\"a.ts\\"}"}</tool_call>',
      [read],
    ],
    ['fenced JSON', '```json\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n```', [read]],
    ['bare JSON', '{"name": "read_file", "parameters": {"path": "a.ts"}}', [read]],
    [
      'the whole OpenAI form',
      '{"type": "function", "function": {"name": "read_file", "arguments": {"path": "a.ts"}}}',
      [read],
    ],
    ['a function tag', '<function=read_file>{"path": "a.ts"}</function>', [read]],
    [
      'parameter tags',
      '<tool_call>\n<function=read_file>\n<parameter=path>\na.ts\n</parameter>\n<parameter=limit>\n5\n</parameter>\n</function>\n</tool_call>',
      [['read_file', { path: 'a.ts', limit: 5 }]],
    ],
    [
      'invoke tags',
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.ts</parameter>\n</invoke>',
      [read],
    ],
    [
      'keys and values',
      '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>',
      [read],
    ],
    ["Mistral's mark", '[TOOL_CALLS][{"name": "read_file", "arguments": {"path": "a.ts"}}]', [read]],
    ["Mistral's newer mark", '[TOOL_CALLS]read_file[ARGS]{"path": "a.ts"}', [read]],
    ["Llama's mark", '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.ts"}}', [read]],

    ['a tool that is not there', '<tool_call>{"name": "invented", "arguments": {}}</tool_call>', 'left as text'],
    ['a parameter that is not there', '{"name": "bash", "arguments": {"cmd": "ls"}}', 'left as text'],
    [
      'an example that is explained',
      'Call it so:\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\nThen look at the result.',
      'left as text',
    ],
    [
      'a tag that is talked about',
      'Models write <tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call> for this.',
      'left as text',
    ],
    ['damaged JSON', '<tool_call>{"name": "bash", "arguments": {"command": "ls"</tool_call>', 'left as text'],
    ['a package.json', '```json\n{"name": "bash", "version": "1.0.0"}\n```', 'left as text'],
    [
      'two blocks of which one is something else',
      '```ts\nlet a = 1\n```\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```',
      'left as text',
    ],
    ['plain words', 'There are two files.', 'left as text'],
  ])('%s', (_name, text, expected) => {
    expect(rescued(text)).toEqual(expected);
  });

  test('no text makes it fail or run for long', () => {
    const piece = fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '<function=a>',
      '{"name":',
      '"bash"',
      ',"arguments":{}}',
      '```json\n',
      '```',
      '[TOOL_CALLS]',
      ' ',
      '\n',
      '<parameter=x>',
      '<arg_key>',
      'x'.repeat(200),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        rescued(pieces.join(''));
      }),
    );
  });
});
