import { describe, expect, test } from 'vitest';
import { checkChat } from './check-chat.ts';

const user = { role: 'user', content: 'hi' };

const call = (id: string, name = 'look') => ({ id, type: 'function', function: { name, arguments: '{}' } });
const calling = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map((id) => call(id)) });
const result = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: 'seen' });
const tool = (fn: object) => ({ type: 'function', function: fn });
const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** What OpenAI would say of a request, each broken rule a line. */
function faults(change: object, options: { readonly model?: string; readonly compatible?: boolean } = {}): string[] {
  const model = options.model ?? 'm';
  const body = { model, messages: [user], ...change };
  const request = { path: '', headers: {}, body, model, stream: false };
  return [...checkChat({ ...request, acceptsUnknownFields: options.compatible ?? false })].map(
    (found) => found.message,
  );
}

const conversation = (...messages: object[]) => faults({ messages: [user, ...messages] });

test('a good conversation breaks no rule', () => {
  expect(
    conversation(calling('a', 'b'), result('b'), result('a'), { role: 'assistant', content: 'done' }, user),
  ).toEqual([]);
  expect(
    faults({ messages: [{ role: 'developer', content: 'Be brief.' }, user], stream: true, stream_options: {} }),
  ).toEqual([]);
  expect(
    faults({ tools: [tool({ name: 'look', parameters: schema({ at: { type: 'string' } }) }), tool({ name: 'go' })] }),
  ).toEqual([]);
});

describe('calls and their results', () => {
  test('a call without a result, at the end or before another message', () => {
    const expected = [
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    ];
    expect(conversation(calling('a', 'b'), result('a'))).toEqual(expected);
    expect(conversation(calling('a', 'b'), result('a'), user, result('b'))).toEqual([
      ...expected,
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ]);
  });

  test('a result without a call, of another call, and twice', () => {
    expect(conversation(result('a'))).toEqual([
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ]);
    expect(conversation(calling('a'), result('a'), result('x'))).toEqual([
      "Invalid parameter: 'tool_call_id' of 'x' not found in 'tool_calls' of previous message.",
    ]);
    expect(conversation(calling('a'), result('a'), result('a'))).toEqual([
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'a', in messages[2] and messages[3].",
    ]);
  });

  test('two calls with one id', () => {
    expect(conversation(calling('a', 'a'), result('a'))).toEqual([
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'a' in 'tool_calls' of messages[1].",
    ]);
  });

  test('ids that are too long, except for a compatible server', () => {
    const id = 'x'.repeat(41);
    const messages = [user, calling(id), result(id)];
    expect(faults({ messages })).toEqual([
      "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    ]);
    expect(faults({ messages }, { compatible: true })).toEqual([]);
  });

  test('arguments that are no text', () => {
    const broken = { ...call('a'), function: { name: 'look', arguments: {} } };
    expect(conversation({ role: 'assistant', content: '', tool_calls: [broken] }, result('a'))).toEqual([
      "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    ]);
  });

  test('an empty list of calls', () => {
    expect(conversation({ role: 'assistant', content: 'x', tool_calls: [] })).toEqual([
      "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ]);
  });
});

describe('contents', () => {
  test('no content where one is needed', () => {
    const expected = ["Invalid value for 'content': expected a string, got null."];
    expect(conversation({ role: 'assistant', content: null })).toEqual(expected);
    expect(conversation({ role: 'user' })).toEqual(expected);
  });

  test('an image in the result of a tool', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };
    expect(conversation({ role: 'user', content: [image] })).toEqual([]);
    expect(conversation(calling('a'), { ...result('a'), content: [image] })[0]).toBe(
      "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    );
  });

  test('an image of a type that the model cannot see', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/tiff;base64,aGk=' } };
    expect(conversation({ role: 'user', content: [image] })).toEqual([
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    ]);
  });

  test('a role that does not exist', () => {
    expect(conversation({ role: 'model', content: 'x' })).toEqual([
      "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ]);
  });
});

describe('tools', () => {
  test.each([
    [
      '',
      "Invalid 'tools[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    ],
    [
      'a.b',
      "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    ],
    [
      'n'.repeat(65),
      "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    ],
  ])('the name %j', (name, message) => {
    expect(faults({ tools: [tool({ name })] })).toEqual([message]);
  });

  test('none, and too many', () => {
    expect(faults({ tools: [] })).toEqual([
      "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ]);
    const many = Array.from({ length: 129 }, (_value, index) => tool({ name: `t${index}` }));
    expect(faults({ tools: many })).toEqual([
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
    ]);
  });

  test('a choice without tools, and of a tool that is not there', () => {
    expect(faults({ tool_choice: 'auto', parallel_tool_calls: true })).toEqual([
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
    ]);
    const choice = { type: 'function', function: { name: 'go' } };
    expect(faults({ tools: [tool({ name: 'look' })], tool_choice: choice })).toEqual([
      "Tool choice 'go' not found in 'tools' parameter.",
    ]);
  });

  test.each([
    [{ type: 'string' }, `schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`],
    [{ type: 'object' }, 'In context=(), object schema missing properties.'],
    [
      schema({}, { anyOf: [] }),
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    ],
    [schema({ list: { type: 'array' } }), "In context=('properties', 'list'), array schema missing items."],
  ])('the schema %j', (parameters, detail) => {
    expect(faults({ tools: [tool({ name: 'look', parameters })] })).toEqual([
      `Invalid schema for function 'look': ${detail}`,
    ]);
  });

  test.each([
    [
      schema({ a: { type: 'string' } }, { additionalProperties: false }),
      "In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
    ],
    [schema({}, { required: [] }), "In context=(), 'additionalProperties' is required to be supplied and to be false."],
    [
      schema({ a: { type: 'string', default: 'x' } }, { required: ['a'], additionalProperties: false }),
      "In context=('properties', 'a'), 'default' is not permitted.",
    ],
    [
      schema({ a: {} }, { required: ['a'], additionalProperties: false }),
      "In context=('properties', 'a'), schema must have a 'type' key.",
    ],
  ])('the schema %j of a strict function', (parameters, detail) => {
    expect(faults({ tools: [tool({ name: 'look', strict: true, parameters })] })).toEqual([
      `Invalid schema for function 'look': ${detail}`,
    ]);
  });

  test('a strict function with every rule kept', () => {
    const inner = schema({ b: { type: ['string', 'null'] } }, { required: ['b'], additionalProperties: false });
    const parameters = schema(
      { a: { anyOf: [inner, { type: 'null' }] } },
      { required: ['a'], additionalProperties: false },
    );
    expect(faults({ tools: [tool({ name: 'look', strict: true, parameters })] })).toEqual([]);
  });
});

describe('the request', () => {
  test('without a model or messages', () => {
    expect(faults({ model: undefined, messages: [] })).toEqual([
      'you must provide a model parameter',
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ]);
  });

  test('with a field that only other servers know', () => {
    expect(faults({ top_k: 40 })).toEqual(['Unrecognized request argument supplied: top_k']);
    expect(faults({ top_k: 40 }, { compatible: true })).toEqual([]);
  });

  test('with the old name of the limit to a model that thinks', () => {
    expect(faults({ max_tokens: 100 })).toEqual([]);
    expect(faults({ max_tokens: 100 }, { model: 'gpt-5' })).toEqual([
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ]);
  });

  test('with options of a stream but no stream', () => {
    expect(faults({ stream_options: { include_usage: true } })).toEqual([
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    ]);
  });
});
