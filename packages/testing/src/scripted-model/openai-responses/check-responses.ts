import { isObject, looseObject, stringOf } from '../loose.ts';
import { checkOpenAiName, checkToolCount } from '../openai-names.ts';
import { checkOpenAiSchema } from '../openai-schema-rules.ts';
import { missing, unsupportedValue, wrongType } from '../openai-violations.ts';
import type { Generation, Violation } from '../wire.ts';
import { checkItems } from './check-items.ts';
import type { ResponseMemory } from './response-memory.ts';
import { itemsOf, type ResponsesBody } from './responses-body.ts';

const minOutputTokens = 16;

/** Fields of the request (platform.openai.com/docs/api-reference/responses/create). */
const knownFields = new Set(
  (
    'background context_management conversation include input instructions max_output_tokens max_tool_calls metadata model ' +
    'moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options ' +
    'prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options temperature text ' +
    'tool_choice tools top_logprobs top_p truncation user'
  ).split(' '),
);

/** Fields of Chat Completions that have another name here. */
const moved: Readonly<Record<string, string>> = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
};

/** Rules of Responses that OpenAI answers 400 to. */
export function* checkResponses(request: Generation, memory: ResponseMemory): Generator<Violation> {
  if (!isObject(request.body)) {
    yield { message: 'We could not parse the JSON body of your request. (Is it valid JSON?)' };
    return;
  }
  const body: ResponsesBody = looseObject(request.body);
  for (const field of Object.keys(request.body)) {
    const target = moved[field];
    if (target !== undefined) {
      yield {
        message: `Unsupported parameter: '${field}'. In the Responses API, this parameter has moved to '${target}'. Try again with the new parameter.`,
        param: field,
        code: 'unsupported_parameter',
      };
    } else if (!knownFields.has(field) && !request.acceptsUnknownFields) {
      yield { message: `Unknown parameter: '${field}'.`, param: field, code: 'unknown_parameter' };
    }
  }
  if (typeof body.model !== 'string' || body.model === '') yield missing('model');
  const maxTokens = body.max_output_tokens;
  if (typeof maxTokens === 'number' && maxTokens < minOutputTokens) {
    yield {
      message: `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${minOutputTokens}, but got ${maxTokens} instead.`,
      param: 'max_output_tokens',
      code: 'integer_below_min_value',
    };
  }
  yield* checkFunctions(body);
  yield* checkInput(body, memory);
}

function* checkFunctions(body: ResponsesBody): Generator<Violation> {
  if (body.tools === undefined || body.tools === null) return;
  if (!Array.isArray(body.tools)) {
    yield wrongType('tools', 'an array of objects', body.tools);
    return;
  }
  yield* checkToolCount(body.tools);
  const names = new Set<string>();
  for (const [index, entry] of body.tools.entries()) {
    const tool = looseObject<'type' | 'name' | 'parameters' | 'strict'>(entry);
    if (tool.type === undefined) yield missing(`tools[${index}].type`);
    if (tool.type !== 'function') continue;
    yield* checkOpenAiName(tool.name, `tools[${index}].name`);
    const name = stringOf(tool.name);
    names.add(name);
    yield* checkOpenAiSchema({
      name,
      schema: tool.parameters,
      isStrict: tool.strict === true,
      param: `tools[${index}].parameters`,
    });
  }
  const choice = looseObject<'type' | 'name'>(body.tool_choice);
  if (choice.type === 'function' && !names.has(stringOf(choice.name))) {
    yield {
      message: `Tool choice '${stringOf(choice.name)}' not found in 'tools' parameter.`,
      param: 'tool_choice',
    };
  }
  if (typeof body.tool_choice === 'string' && !['none', 'auto', 'required'].includes(body.tool_choice)) {
    yield unsupportedValue('tool_choice', body.tool_choice, ['none', 'auto', 'required']);
  }
}

function* checkInput(body: ResponsesBody, memory: ResponseMemory): Generator<Violation> {
  const previousId = body.previous_response_id;
  if (body.input === undefined) {
    if (previousId === undefined && body.prompt === undefined && body.conversation === undefined) {
      yield {
        message: "One of 'input' or 'previous_response_id' or 'prompt' or 'conversation' must be provided.",
        param: 'input',
        code: 'missing_required_parameter',
      };
    }
    return;
  }
  if (typeof body.input !== 'string' && !Array.isArray(body.input)) {
    yield wrongType('input', 'one of an array of objects or string', body.input);
    return;
  }
  const before = typeof previousId === 'string' ? memory.history(previousId) : [];
  if (before === null) {
    yield {
      message: `Previous response with id '${String(previousId)}' not found.`,
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    };
    return;
  }
  yield* checkItems({ before, items: itemsOf(body), memory });
}
