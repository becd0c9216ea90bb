import { isObject, stringOf } from '../loose.ts';
import { isSealedToken } from '../seal.ts';
import type { Generation, Violation } from '../wire.ts';
import { callsOf, contentsOf, fieldOf, type GeminiContent, partsOf, responsesOf } from './gemini-body.ts';

/** Signatures that Google lets through for calls that another model made. */
const bypasses = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];
const imageTypes = /^(image\/(png|jpeg|webp|heic|heif)|application\/pdf|audio\/.+|video\/.+|text\/.+)$/;

/** The rules for contents: roles, parts, the order of calls and responses, thought signatures. */
export function* checkGeminiContents(request: Generation): Generator<Violation> {
  const contents = contentsOf(request.body);
  if (contents.length === 0) {
    yield { message: '* GenerateContentRequest.contents: contents is not specified' };
    return;
  }
  for (const [index, content] of contents.entries()) {
    if (
      content.role !== undefined &&
      content.role !== 'user' &&
      content.role !== 'model' &&
      content.role !== 'function'
    ) {
      yield { message: 'Please use a valid role: user, model.' };
    }
    yield* checkParts(content, `contents[${index}]`);
    if (!isThirdGeneration(request.model) && responsesOf(content).some((response) => response.parts !== undefined)) {
      yield {
        message: 'Unable to submit request because `function_response.parts` is not supported for this model.',
      };
    }
  }
  const system = fieldOf(request.body, 'systemInstruction');
  if (system !== undefined) yield* checkParts(isObject(system) ? system : {}, 'system_instruction');
  yield* checkOrder(contents);
  yield* checkSignatures(contents, request.model);
}

function* checkParts(content: GeminiContent, place: string): Generator<Violation> {
  const parts = partsOf(content);
  if (parts.length === 0)
    yield { message: `* GenerateContentRequest.${place}.parts: contents.parts must not be empty.` };
  for (const [index, part] of parts.entries()) {
    const at = `${place}.parts[${index}]`;
    const kinds = [part.text, part.functionCall, part.functionResponse, part.inlineData, part.fileData].filter(
      (value) => value !== undefined,
    );
    const others = part.executableCode ?? part.codeExecutionResult;
    if (kinds.length === 0 && others === undefined) {
      yield {
        message: `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`,
      };
    }
    if (kinds.length > 1) {
      yield { message: `Invalid value at '${at}' (oneof), oneof field 'data' is already set.` };
    }
    if (part.inlineData !== undefined) yield* checkBlob(part.inlineData, at);
    if (part.functionCall !== undefined) yield* checkNamed(part.functionCall, `${at}.function_call`, 'args');
    if (part.functionResponse !== undefined)
      yield* checkNamed(part.functionResponse, `${at}.function_response`, 'response');
    if (part.thoughtSignature !== undefined) yield* checkSignature(part.thoughtSignature, at);
  }
}

function* checkBlob(blob: unknown, at: string): Generator<Violation> {
  const type = stringOf(fieldOf(blob, 'mimeType'));
  const data = stringOf(fieldOf(blob, 'data'));
  if (!imageTypes.test(type)) yield { message: `Unsupported MIME type: ${type}` };
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(data)) {
    yield { message: `Invalid value at '${at}.inline_data.data' (TYPE_BYTES), Base64 decoding failed` };
  }
}

function* checkNamed(value: unknown, at: string, struct: 'args' | 'response'): Generator<Violation> {
  if (stringOf(fieldOf(value, 'name')) === '') {
    yield { message: `* GenerateContentRequest.${at}.name: Name cannot be empty.` };
  }
  const payload = fieldOf(value, struct);
  if (payload === undefined ? struct === 'response' : !isObject(payload)) {
    yield {
      message: `Invalid value at '${at}.${struct}' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(payload)}`,
    };
  }
}

function* checkSignature(signature: unknown, at: string): Generator<Violation> {
  const text = stringOf(signature);
  if (bypasses.includes(text)) return;
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) {
    yield { message: `Invalid value at '${at}.thought_signature' (TYPE_BYTES), Base64 decoding failed for "${text}"` };
  } else if (!isSealedToken(text)) {
    yield { message: 'Corrupted thought signature.' };
  }
}

/** Calls come after the user or after responses; their responses right after them, as many as there are calls. */
function* checkOrder(contents: readonly GeminiContent[]): Generator<Violation> {
  for (const [index, content] of contents.entries()) {
    const previous = contents[index - 1];
    const calls = callsOf(content);
    const responses = responsesOf(content);
    if (calls.length > 0 && (content.role !== 'model' || previous === undefined || previous.role === 'model')) {
      yield {
        message:
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      };
    }
    if (calls.length > 0) {
      const next = contents[index + 1];
      const answers = next === undefined ? 0 : responsesOf(next).length;
      if (next !== undefined && answers > 0 && answers !== calls.length) {
        yield {
          message:
            'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        };
      } else if (answers === 0) {
        yield {
          message: 'Please ensure that function response turn comes immediately after a function call turn.',
        };
      }
    }
    if (responses.length > 0) yield* checkResponses(content, previous);
  }
  if (contents.at(-1)?.role === 'model') {
    yield { message: 'Please ensure that multiturn requests end with a user role or a function response.' };
  }
}

function* checkResponses(content: GeminiContent, previous: GeminiContent | undefined): Generator<Violation> {
  const calls = previous === undefined ? [] : callsOf(previous);
  const responses = responsesOf(content);
  if (calls.length === 0) {
    yield {
      message: 'Please ensure that function response turn comes immediately after a function call turn.',
    };
    return;
  }
  const open = calls.map((call) => stringOf(call.name));
  for (const response of responses) {
    const at = open.indexOf(stringOf(response.name));
    if (at < 0) {
      yield {
        message: `Please ensure that function response names match the function call names: '${stringOf(response.name)}' does not.`,
      };
    } else {
      open.splice(at, 1);
    }
    const id = response.id;
    if (id !== undefined && !calls.some((call) => call.id === id)) {
      yield { message: `Function response id '${stringOf(id)}' does not match the id of a function call.` };
    }
  }
}

/** From Gemini 3 on, the first call of each step of the current turn carries its thought signature. */
function* checkSignatures(contents: readonly GeminiContent[], model: string): Generator<Violation> {
  if (!isThirdGeneration(model)) return;
  const turnStart = contents.findLastIndex(
    (content) => content.role !== 'model' && partsOf(content).some((part) => part.functionResponse === undefined),
  );
  for (const [index, content] of contents.entries()) {
    if (index < turnStart || content.role !== 'model') continue;
    const parts = partsOf(content);
    const first = parts.findIndex((part) => part.functionCall !== undefined);
    const call = parts[first];
    if (call !== undefined && call.thoughtSignature === undefined) {
      const name = stringOf(fieldOf(call.functionCall, 'name'));
      yield {
        message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      };
    }
  }
}

/** Gemini 3 and later: their calls are signed, and responses may hold media. */
function isThirdGeneration(model: string): boolean {
  return /^gemini-([3-9]|\d\d)/.test(model);
}
