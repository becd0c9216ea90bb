import { describe, expect, test } from 'vitest';
import { sealedToken } from '../seal.ts';
import { checkResponses } from './check-responses.ts';
import { createResponseMemory } from './response-memory.ts';

const user = { role: 'user', content: 'hi' };
const call = (call_id: string, more: object = {}) => ({
  type: 'function_call',
  call_id,
  name: 'look',
  arguments: '{}',
  ...more,
});
const output = (call_id: string, more: object = {}) => ({
  type: 'function_call_output',
  call_id,
  output: 'seen',
  ...more,
});
const reasoning = (more: object = {}) => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: sealedToken(1, 0),
  ...more,
});
const said = { role: 'assistant', content: [{ type: 'output_text', text: 'so' }] };

/** What OpenAI would say of a request, each broken rule a line. */
function faults(change: object): string[] {
  const body = { model: 'm', input: [user], ...change };
  const request = { path: '', headers: {}, body, model: 'm', stream: false, acceptsUnknownFields: false };
  return [...checkResponses(request, createResponseMemory())].map((found) => found.message);
}

const conversation = (...items: object[]) => faults({ input: [user, ...items] });
const offered = (...tools: object[]) => faults({ tools });

test('a good conversation breaks no rule', () => {
  expect(faults({ input: 'hi' })).toEqual([]);
  expect(conversation(reasoning(), call('a'), call('b'), output('b'), user, output('a'), said, user)).toEqual([]);
});

describe('calls and their outputs', () => {
  test('a call without an output, an output without a call', () => {
    expect(conversation(call('a'))).toEqual(['No tool output found for function call a.']);
    expect(conversation(output('a'))).toEqual(['No tool call found for function call output with call_id a.']);
    expect(conversation(output('a'), call('a'))).toEqual([
      'No tool call found for function call output with call_id a.',
      'Duplicate function call with call_id a.',
      'No tool output found for function call a.',
    ]);
  });

  test('one id twice', () => {
    expect(conversation(call('a'), output('a'), output('a'))).toEqual([
      'Duplicate function call output with call_id a.',
    ]);
    expect(conversation(call('a', { id: 'fc_1' }), call('b', { id: 'fc_1' }), output('a'), output('b'))).toEqual([
      'Duplicate item found with id fc_1. Remove duplicate items from your input and try again.',
    ]);
  });

  test('ids that the wire does not take', () => {
    expect(conversation(call('a', { id: 'call_1' }), output('a'))).toEqual([
      "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'.",
    ]);
    const long = 'x'.repeat(65);
    expect(conversation(call(long), output(long))[0]).toBe(
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    );
  });

  test('media in an output, and an output of the wrong kind', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,aGk=' };
    expect(conversation(call('a'), output('a', { output: [image] }))).toEqual([]);
    expect(conversation(call('a'), output('a', { output: { seen: 1 } }))).toEqual([
      "Invalid type for 'input[2].output': expected one of an array of objects or string, but got an object instead.",
    ]);
  });
});

describe('thinking', () => {
  test('alone, or before its output only', () => {
    const message = "Item 'rs_1' of type 'reasoning' was provided without its required following item.";
    expect(conversation(reasoning())).toEqual([message]);
    expect(conversation(reasoning(), user)).toEqual([message]);
    expect(conversation(reasoning(), said)).toEqual([]);
  });

  test('that was neither stored nor encrypted by this server', () => {
    expect(conversation(reasoning({ encrypted_content: undefined }), said)).toEqual([
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    ]);
    expect(conversation(reasoning({ encrypted_content: 'made up' }), said)).toEqual([
      'The encrypted content for item rs_1 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    ]);
  });
});

describe('messages', () => {
  test('parts of the wrong side, roles that do not exist', () => {
    expect(conversation({ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] })).toEqual([
      "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    ]);
    expect(conversation({ role: 'user', content: [{ type: 'text', text: 'x' }] })).toEqual([
      "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    ]);
    expect(conversation({ role: 'tool', content: 'x' })).toEqual([
      "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    ]);
  });

  test('an image of a type that the model cannot see', () => {
    const image = { type: 'input_image', image_url: 'data:image/tiff;base64,aGk=' };
    expect(conversation({ role: 'user', content: [image] })[0]).toContain("Invalid 'input[1].content[0].image_url'.");
  });
});

describe('tools', () => {
  test('in the shape of Chat Completions', () => {
    expect(offered({ type: 'function', function: { name: 'look' } })).toEqual([
      "Missing required parameter: 'tools[0].name'.",
    ]);
  });

  test('with names and schemas that are not taken', () => {
    expect(offered({ type: 'function', name: 'a.b' })).toEqual([
      "Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    ]);
    const parameters = { type: 'object', properties: { a: { type: 'string' } } };
    expect(offered({ type: 'function', name: 'look', parameters, strict: false })).toEqual([]);
    expect(offered({ type: 'function', name: 'look', parameters, strict: true })[0]).toBe(
      "Invalid schema for function 'look': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
    );
  });
});

describe('the request', () => {
  test('with the names of Chat Completions', () => {
    expect(faults({ input: undefined, messages: [user], max_tokens: 5 })).toEqual([
      "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'. Try again with the new parameter.",
      "Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has moved to 'max_output_tokens'. Try again with the new parameter.",
      "One of 'input' or 'previous_response_id' or 'prompt' or 'conversation' must be provided.",
    ]);
  });

  test('with a limit that is too low, or an unknown field', () => {
    expect(faults({ max_output_tokens: 5 })).toEqual([
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 5 instead.",
    ]);
    expect(faults({ cache_key: 'x' })).toEqual(["Unknown parameter: 'cache_key'."]);
  });
});
