import { describe, expect, test } from 'vitest';
import { sealedToken } from '../seal.ts';
import { checkGemini } from './check-gemini.ts';

const user = { role: 'user', parts: [{ text: 'hi' }] };
const model = (...parts: object[]) => ({ role: 'model', parts });
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } });
const response = (name: string, more: object = {}) => ({
  functionResponse: { name, response: { output: 'x' }, ...more },
});
const answers = (...parts: object[]) => ({ role: 'user', parts });

/** What Gemini would say of a request, each broken rule a line. */
function faults(change: object, name = 'gemini-2.5-pro'): string[] {
  const body = { contents: [user], ...change };
  const request = { path: '', headers: {}, body, model: name, stream: false, acceptsUnknownFields: false };
  return [...checkGemini(request)].map((found) => found.message);
}

const conversation = (...contents: object[]) => faults({ contents: [user, ...contents] });
const declared = (...functionDeclarations: object[]) => faults({ tools: [{ functionDeclarations }] });
const withSchema = (parameters: object) => declared({ name: 'look', parameters });

test('a good conversation breaks no rule', () => {
  expect(
    conversation(
      model({ text: 'I look.' }, call('look'), call('go')),
      answers(response('go'), response('look')),
      model({ text: 'so' }),
      user,
    ),
  ).toEqual([]);
  expect(
    faults({
      system_instruction: { parts: [{ text: 'x' }] },
      generationConfig: {},
      tools: [{ function_declarations: [{ name: 'look' }] }],
    }),
  ).toEqual([]);
});

describe('calls and their responses', () => {
  const apart = 'Please ensure that function response turn comes immediately after a function call turn.';
  const unequal =
    'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

  test('a call without a response', () => {
    expect(conversation(model(call('look')))).toContain(apart);
    expect(conversation(model(call('look')), user)).toEqual([apart]);
  });

  test('more calls than responses, also when they come in two turns', () => {
    expect(conversation(model(call('look'), call('go')), answers(response('look')))).toEqual([unequal]);
    expect(conversation(model(call('look'), call('go')), answers(response('look')), answers(response('go')))[0]).toBe(
      unequal,
    );
  });

  test('a response without a call, or under another name', () => {
    expect(conversation(answers(response('look')))).toEqual([apart]);
    expect(conversation(model(call('look')), answers(response('go')))).toEqual([
      "Please ensure that function response names match the function call names: 'go' does not.",
    ]);
  });

  test('a call after a reply, or first of all', () => {
    const message =
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
    expect(conversation(model({ text: 'x' }), model(call('look')), answers(response('look')))).toEqual([message]);
    expect(faults({ contents: [model(call('look')), answers(response('look'))] })).toEqual([message]);
  });

  test('a response that is no object, and one with media to an older model', () => {
    expect(conversation(model(call('look')), answers(response('look', { response: 'seen' })))).toEqual([
      `Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "seen"`,
    ]);
    expect(conversation(model(call('look')), answers(response('look', { parts: [{}] })))).toEqual([
      'Unable to submit request because `function_response.parts` is not supported for this model.',
    ]);
  });
});

describe('thought signatures', () => {
  const signature = sealedToken(1, 0);
  const signed = (name: string, thoughtSignature: string) => ({ ...call(name), thoughtSignature });
  const turn = (...parts: object[]) =>
    faults({ contents: [user, model(...parts), answers(...parts.map(() => response('look')))] }, 'gemini-3-pro');

  test('the first call of a step of the current turn needs one, from Gemini 3 on', () => {
    expect(turn(signed('look', signature), call('look'))).toEqual([]);
    expect(turn(signed('look', 'skip_thought_signature_validator'))).toEqual([]);
    expect(turn(call('look'))[0]).toContain('Function call is missing a thought_signature in functionCall parts.');
    expect(conversation(model(call('look')), answers(response('look')))).toEqual([]);
  });

  test('older turns need none', () => {
    const contents = [user, model(call('look')), answers(response('look')), model({ text: 'x' }), user];
    expect(faults({ contents }, 'gemini-3-pro')).toEqual([]);
  });

  test('it must be one that the server gave', () => {
    expect(turn(signed('look', 'AAAA'))).toEqual(['Corrupted thought signature.']);
    expect(turn(signed('look', '%%'))[0]).toContain('Base64 decoding failed');
  });
});

describe('functions', () => {
  test.each(['1look', 'look it', 'n'.repeat(65), ''])('the name %j', (name) => {
    expect(declared({ name })).toEqual([
      '* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    ]);
  });

  test('two of one name, and fields of other providers', () => {
    expect(declared({ name: 'look' }, { name: 'look' })).toEqual(['Duplicate function declaration found: look']);
    expect(declared({ name: 'look', strict: true })).toEqual([
      `Invalid JSON payload received. Unknown name "strict" at 'tools[0].function_declarations[0]': Cannot find field.`,
    ]);
  });

  test('both kinds of schema at once', () => {
    expect(declared({ name: 'look', parameters: { type: 'OBJECT' }, parametersJsonSchema: {} })).toEqual([
      '* GenerateContentRequest.tools[0].function_declarations[0]: parameters and parameters_json_schema are mutually exclusive.',
    ]);
  });

  const place = 'tools[0].function_declarations[0].parameters';
  test.each([
    [
      { type: 'object', additionalProperties: false },
      `Invalid JSON payload received. Unknown name "additionalProperties" at '${place}': Cannot find field.`,
    ],
    [
      { type: 'object', properties: { n: { type: 'number', exclusiveMinimum: 0 } } },
      `Invalid JSON payload received. Unknown name "exclusiveMinimum" at '${place}.properties[0].value': Cannot find field.`,
    ],
    [
      { type: 'object', properties: { n: { type: ['string', 'null'] } } },
      `Proto field is not repeating, cannot start list at '${place}.properties[0].value.type'.`,
    ],
    [
      { type: 'object', properties: { n: { description: 'anything' } } },
      `Unable to submit request because the schema at '${place}.properties[0].value' didn't specify the schema type field.`,
    ],
    [
      { type: 'object', properties: { n: { type: 'array' } } },
      `* GenerateContentRequest.${place}.properties[0].value.items: missing field.`,
    ],
    [
      { type: 'object', properties: { n: { type: 'integer', enum: ['1'] } } },
      `* GenerateContentRequest.${place}.properties[0].value.enum: only allowed for STRING type`,
    ],
    [
      { type: 'object', properties: { n: { type: 'string', format: 'uri' } } },
      `* GenerateContentRequest.${place}.properties[0].value.format: only 'enum' and 'date-time' are supported for STRING type`,
    ],
    [
      { type: 'object', properties: {}, required: ['n'] },
      `* GenerateContentRequest.${place}.required[0]: property is not defined`,
    ],
  ])('parameters %j', (parameters, message) => {
    expect(withSchema(parameters)).toEqual([message]);
  });

  test('JSON Schema takes all that, but nothing beside a reference', () => {
    const rich = {
      type: 'object',
      properties: { n: { type: ['string', 'null'] } },
      additionalProperties: false,
      $defs: {},
    };
    expect(declared({ name: 'look', parametersJsonSchema: rich })).toEqual([]);
    const beside = { type: 'object', properties: { n: { $ref: '#/$defs/N', type: 'string' } } };
    expect(declared({ name: 'look', parametersJsonSchema: beside })[0]).toContain(
      "`Schema.ref` '#/$defs/N' was set alongside unsupported fields.",
    );
  });
});

describe('contents', () => {
  test('none, without parts, of an unknown role, or ending with the model', () => {
    expect(faults({ contents: [] })).toEqual(['* GenerateContentRequest.contents: contents is not specified']);
    expect(conversation({ role: 'user', parts: [] })).toEqual([
      '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.',
    ]);
    expect(conversation({ role: 'assistant', parts: [{ text: 'x' }] })).toEqual([
      'Please use a valid role: user, model.',
    ]);
    expect(conversation(model({ text: 'x' }))).toEqual([
      'Please ensure that multiturn requests end with a user role or a function response.',
    ]);
  });

  test('media that the model does not take', () => {
    expect(conversation(answers({ inlineData: { mimeType: 'image/bmp', data: 'aGk=' } }))).toEqual([
      'Unsupported MIME type: image/bmp',
    ]);
  });

  test('fields that the request does not have', () => {
    expect(faults({ messages: [] })).toEqual([
      'Invalid JSON payload received. Unknown name "messages": Cannot find field.',
    ]);
  });
});
