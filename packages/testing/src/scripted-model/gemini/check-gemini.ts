import { isObject, stringOf } from '../loose.ts';
import type { Generation, Violation } from '../wire.ts';
import { checkGeminiContents } from './check-gemini-contents.ts';
import { checkGeminiJsonSchema, checkGeminiSchema } from './check-gemini-schema.ts';
import { functionsOf } from './gemini-body.ts';
import { camel, unknownName } from './gemini-names.ts';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/;
const maxNameLength = 64;
const maxFunctions = 512;

/** Fields of the request and of a function (ai.google.dev/api/generate-content, ai.google.dev/api/caching). */
const requestFields = new Set(
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent serviceTier store model labels'.split(
    ' ',
  ),
);
const functionFields = 'name description behavior parameters parametersJsonSchema response responseJsonSchema'.split(
  ' ',
);

/** Rules of generateContent that Gemini answers 400 to. */
export function* checkGemini(request: Generation): Generator<Violation> {
  if (!isObject(request.body)) {
    yield { message: 'Invalid JSON payload received. Expected a value.' };
    return;
  }
  for (const field of Object.keys(request.body)) {
    if (!requestFields.has(camel(field))) yield unknownName(field, '');
  }
  yield* checkFunctions(request.body);
  yield* checkGeminiContents(request);
}

function* checkFunctions(body: unknown): Generator<Violation> {
  const functions = functionsOf(body);
  if (functions.length > maxFunctions) {
    yield {
      message: `* GenerateContentRequest.tools[0].function_declarations: at most ${maxFunctions} function declarations are supported.`,
    };
  }
  const names = new Set<string>();
  for (const declared of functions) {
    const { place } = declared;
    for (const field of declared.fields) {
      if (!functionFields.includes(camel(field))) yield unknownName(field, place);
    }
    const name = stringOf(declared.name);
    if (!namePattern.test(name) || name.length > maxNameLength) {
      yield {
        message: `* GenerateContentRequest.${place}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of ${maxNameLength}.`,
      };
    }
    if (names.has(name)) yield { message: `Duplicate function declaration found: ${name}` };
    names.add(name);
    if (declared.parameters !== undefined && declared.parametersJsonSchema !== undefined) {
      yield {
        message: `* GenerateContentRequest.${place}: parameters and parameters_json_schema are mutually exclusive.`,
      };
    }
    yield* checkGeminiSchema(declared.parameters, `${place}.parameters`);
    yield* checkGeminiJsonSchema(declared.parametersJsonSchema);
  }
}
