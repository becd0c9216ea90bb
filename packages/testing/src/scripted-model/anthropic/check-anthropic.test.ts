import { describe, expect, test } from 'vitest';
import { sealOf } from '../seal.ts';
import { checkAnthropic } from './check-anthropic.ts';

const user = { role: 'user', content: 'hi' };
const text = { type: 'text', text: 'now' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string, more: object = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'seen', ...more });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const answers = (...content: object[]) => ({ role: 'user', content });
const tool = (more: object) => ({ name: 'look', input_schema: { type: 'object', properties: {} }, ...more });
const thought = { type: 'thinking', thinking: 'hm', signature: sealOf('hm') };
const image = (media_type: string, data = 'aGk=') => ({ type: 'image', source: { type: 'base64', media_type, data } });

/** What Anthropic would say of a request, each broken rule a line. */
function faults(change: object, headers: Record<string, string> = { 'anthropic-version': '2023-06-01' }): string[] {
  const body = { model: 'claude-scripted', max_tokens: 4096, messages: [user], ...change };
  const request = { path: '', headers, body, model: '', stream: false, acceptsUnknownFields: false };
  return [...checkAnthropic(request)].map((found) => found.message);
}

const conversation = (...messages: object[]) => faults({ messages: [user, ...messages] });

test('a good conversation breaks no rule', () => {
  const turn = [assistant(thought, text, use('a'), use('b')), answers(result('b'), result('a'), text)];
  expect(conversation(...turn, assistant(text), user, user)).toEqual([]);
  expect(
    faults({ messages: [user, ...turn], thinking: { type: 'enabled', budget_tokens: 1024 }, tools: [tool({})] }),
  ).toEqual([]);
});

describe('calls and their results', () => {
  const unanswered = (index: number, id: string) =>
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

  test('a call without a result in the next message', () => {
    expect(conversation(assistant(use('a'), use('b')), answers(result('a')))).toEqual([unanswered(1, 'b')]);
    expect(conversation(assistant(use('a')), user, answers(result('a')))[0]).toBe(unanswered(1, 'a'));
    expect(conversation(assistant(use('a'), use('b')), answers(result('a')), answers(result('b')))[0]).toBe(
      unanswered(1, 'b'),
    );
  });

  test('a result behind other content', () => {
    expect(conversation(assistant(use('a')), answers(text, result('a')))).toEqual([unanswered(1, 'a')]);
  });

  test('a result without a call, and twice', () => {
    expect(conversation(assistant(text), answers(result('x')))).toEqual([
      'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: x. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ]);
    expect(conversation(assistant(use('a')), answers(result('a'), result('a')))).toEqual([
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ]);
  });

  test('one id for two calls', () => {
    expect(conversation(assistant(use('a'), use('a')), answers(result('a')))).toEqual([
      'messages.1.content.1: `tool_use` ids must be unique',
    ]);
    expect(conversation(assistant(use('a')), answers(result('a')), assistant(use('a')), answers(result('a')))).toEqual([
      'messages.3.content.0: `tool_use` ids must be unique',
    ]);
  });

  test('an id, a name and an input that the wire does not take', () => {
    const broken = { type: 'tool_use', id: 'a.1', name: 'a b', input: '{}' };
    expect(conversation(assistant(broken), answers(result('a.1')))).toEqual([
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
      "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,200}$'",
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    ]);
  });

  test('an image in a result that is an error', () => {
    const withImage = { content: [image('image/png')] };
    expect(conversation(assistant(use('a')), answers(result('a', withImage)))).toEqual([]);
    expect(conversation(assistant(use('a')), answers(result('a', { ...withImage, is_error: true })))).toEqual([
      'messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true',
    ]);
  });
});

describe('thinking', () => {
  test('without its signature, or changed', () => {
    expect(conversation(assistant({ type: 'thinking', thinking: 'hm' }, text), user)).toEqual([
      'messages.1.content.0.thinking.signature: Field required',
    ]);
    expect(conversation(assistant({ ...thought, thinking: 'hm!' }, text), user)).toEqual([
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    ]);
  });

  test('left out of a turn that goes on with tools', () => {
    const thinking = { type: 'enabled', budget_tokens: 1024 };
    const messages = [user, assistant(use('a')), answers(result('a'))];
    expect(faults({ thinking, messages })[0]).toContain(
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    );
    expect(faults({ thinking, messages: [...messages, assistant(text), user] })).toEqual([]);
    expect(faults({ thinking: { type: 'adaptive' }, messages })).toEqual([]);
  });

  test('with settings that do not go together', () => {
    expect(faults({ thinking: { type: 'enabled', budget_tokens: 100 } })).toEqual([
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    ]);
    expect(faults({ thinking: { type: 'enabled', budget_tokens: 4096 } })[0]).toContain(
      '`max_tokens` must be greater than `thinking.budget_tokens`.',
    );
    const forced = { tools: [tool({})], tool_choice: { type: 'any' }, temperature: 0 };
    expect(faults({ thinking: { type: 'adaptive' }, ...forced })).toEqual([
      '`temperature` may only be set to 1 when thinking is enabled.',
      'Thinking may not be enabled when tool_choice forces tool use.',
    ]);
  });
});

describe('contents', () => {
  test('that are empty or blank', () => {
    expect(conversation({ role: 'user', content: '' })[0]).toBe(
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    );
    expect(conversation(answers({ type: 'text', text: '' }))).toEqual([
      'messages: text content blocks must be non-empty',
    ]);
    expect(conversation(answers({ type: 'text', text: ' \n' }))).toEqual([
      'messages: text content blocks must contain non-whitespace text',
    ]);
    expect(faults({ system: [{ type: 'text', text: '' }] })).toEqual(['system: text content blocks must be non-empty']);
  });

  test('that begin or end with the wrong side', () => {
    expect(faults({ messages: [assistant(text), user] })).toEqual(['messages: first message must use the "user" role']);
    expect(faults({ messages: [{ role: 'system', content: 'x' }, user] })).toEqual([
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    ]);
    expect(conversation(assistant({ type: 'text', text: 'so ' }))).toEqual([
      'messages: final assistant content cannot end with trailing whitespace',
    ]);
  });

  test('with images of a wrong type or size', () => {
    expect(conversation(answers(image('image/bmp')))).toEqual([
      "messages.1.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ]);
    const large = 'A'.repeat(5 * 1024 * 1024 + 4);
    expect(conversation(answers(image('image/png', large)))).toEqual([
      'messages.1.content.0.image.source.base64: image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes',
    ]);
  });

  test('with more cache marks than four', () => {
    const marked = { ...text, cache_control: { type: 'ephemeral' } };
    expect(faults({ system: [marked], messages: [answers(marked, marked, marked)] })).toEqual([]);
    expect(faults({ system: [marked], messages: [answers(marked, marked, marked, marked)] })).toEqual([
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ]);
  });
});

describe('tools', () => {
  test.each([
    [{ name: 'a.b' }, "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"],
    [{ name: 'n'.repeat(129) }, 'tools.0.custom.name: String should have at most 128 characters'],
    [{ input_schema: undefined }, 'tools.0.custom.input_schema: Field required'],
    [{ input_schema: { properties: {} } }, 'tools.0.custom.input_schema.type: Field required'],
    [
      { input_schema: { type: 'object', anyOf: [] } },
      'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ],
    [
      { input_schema: { type: 'object', properties: { 'a b': {} } } },
      "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ],
    [
      { input_schema: { type: 'object', properties: { n: { type: 'number', exclusiveMinimum: true } } } },
      'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
    ],
    [{ metadata: {} }, 'tools.0.custom.metadata: Extra inputs are not permitted'],
  ])('%j', (change, message) => {
    expect(faults({ tools: [tool(change)] })).toEqual([message]);
  });

  test('two of one name, and a choice of none', () => {
    expect(faults({ tools: [tool({}), tool({})] })).toEqual(['tools: Tool names must be unique.']);
    expect(faults({ tools: [tool({})], tool_choice: { type: 'tool', name: 'go' } })).toEqual([
      "Tool 'go' not found in provided tools",
    ]);
  });
});

describe('the request', () => {
  test('without its header, its limit or its messages', () => {
    expect(faults({ max_tokens: undefined, messages: [] }, {})).toEqual([
      'anthropic-version: header is required',
      'max_tokens: Field required',
      'messages: at least one message is required',
    ]);
  });

  test('with a field that the API does not know', () => {
    expect(faults({ max_completion_tokens: 5 })).toEqual(['max_completion_tokens: Extra inputs are not permitted']);
  });
});

describe('newer models', () => {
  test('take neither manual thinking nor sampling', () => {
    const change = { thinking: { type: 'enabled', budget_tokens: 1024 }, top_k: 5 };
    expect(faults({ model: 'claude-opus-4-6', ...change })).toEqual([]);
    expect(faults({ model: 'claude-opus-4-7', ...change })).toEqual([
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      '`top_k` is deprecated for this model.',
    ]);
    expect(faults({ model: 'claude-sonnet-5', temperature: 0.5 })).toEqual([
      '`temperature` is deprecated for this model.',
    ]);
  });

  test('want the user to have the last word', () => {
    const messages = [user, assistant(text)];
    expect(faults({ model: 'claude-opus-4-20250514', messages })).toEqual([]);
    expect(faults({ model: 'claude-sonnet-4-6', messages })).toEqual([
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    ]);
  });

  test('take temperature or top_p, not both', () => {
    expect(faults({ model: 'claude-opus-4-1', temperature: 0.5, top_p: 0.5 })).toEqual([
      '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    ]);
  });
});
