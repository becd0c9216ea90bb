import { isObject, listOf, looseObject, stringOf } from '../loose.ts';
import { checkOpenAiName, checkToolCount } from '../openai-names.ts';
import { checkOpenAiSchema } from '../openai-schema-rules.ts';
import { emptyArray, missing, unsupportedValue, wrongType } from '../openai-violations.ts';
import type { Generation, Violation } from '../wire.ts';
import { checkChatMessages } from './check-chat-messages.ts';

/** Fields of the request (platform.openai.com/docs/api-reference/chat/create). */
const knownFields = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ' +
    'metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key ' +
    'prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier ' +
    'stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'
  ).split(' '),
);

/** Rules of Chat Completions that OpenAI answers 400 to. */
export function* checkChat(request: Generation): Generator<Violation> {
  if (!isObject(request.body)) {
    yield { message: 'We could not parse the JSON body of your request. (Is it valid JSON?)' };
    return;
  }
  const body = looseObject<
    | 'model'
    | 'messages'
    | 'tools'
    | 'tool_choice'
    | 'parallel_tool_calls'
    | 'stream'
    | 'stream_options'
    | 'max_tokens'
    | 'max_completion_tokens'
    | 'n'
  >(request.body);
  if (!request.acceptsUnknownFields) {
    for (const field of Object.keys(request.body)) {
      if (!knownFields.has(field)) yield { message: `Unrecognized request argument supplied: ${field}` };
    }
  }
  if (typeof body.model !== 'string' || body.model === '') {
    yield { message: 'you must provide a model parameter' };
  }
  if (body.messages === undefined) yield missing('messages');
  else if (!Array.isArray(body.messages)) yield wrongType('messages', 'an array of objects', body.messages);
  else if (body.messages.length === 0) yield emptyArray('messages');
  if (isReasoningModel(request.model) && body.max_tokens !== undefined && body.max_tokens !== null) {
    yield {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
      code: 'unsupported_parameter',
    };
  }
  if (body.stream_options !== undefined && body.stream_options !== null && body.stream !== true) {
    yield {
      message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      param: 'stream_options',
    };
  }
  yield* checkChatTools(body);
  yield* checkChatMessages(request);
}

/** Models that think: they take `max_completion_tokens` only. */
function isReasoningModel(model: string): boolean {
  return /^(o\d|gpt-5)/.test(model);
}

function* checkChatTools(body: {
  readonly tools?: unknown;
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: unknown;
}): Generator<Violation> {
  if (body.tools === undefined || body.tools === null) {
    for (const field of ['tool_choice', 'parallel_tool_calls'] as const) {
      if (body[field] !== undefined && body[field] !== null) {
        yield {
          message: `Invalid value for '${field}': '${field}' is only allowed when 'tools' are specified.`,
          param: field,
        };
      }
    }
    return;
  }
  if (!Array.isArray(body.tools)) {
    yield wrongType('tools', 'an array of objects', body.tools);
    return;
  }
  if (body.tools.length === 0) yield emptyArray('tools');
  yield* checkToolCount(body.tools);
  for (const [index, entry] of body.tools.entries()) {
    const tool = looseObject<'type' | 'function'>(entry);
    if (tool.type === undefined) yield missing(`tools[${index}].type`);
    else if (tool.type === 'custom') continue;
    else if (tool.type !== 'function')
      yield unsupportedValue(`tools[${index}].type`, tool.type, ['function', 'custom']);
    if (!isObject(tool.function)) {
      yield missing(`tools[${index}].function`);
      continue;
    }
    const fn = looseObject<'name' | 'description' | 'parameters' | 'strict'>(tool.function);
    yield* checkOpenAiName(fn.name, `tools[${index}].function.name`);
    if (fn.description !== undefined && typeof fn.description !== 'string') {
      yield wrongType(`tools[${index}].function.description`, 'a string', fn.description);
    }
    yield* checkOpenAiSchema({
      name: stringOf(fn.name),
      schema: fn.parameters,
      isStrict: fn.strict === true,
      param: `tools[${index}].function.parameters`,
    });
  }
  yield* checkToolChoice(body.tool_choice, listOf(body.tools));
}

function* checkToolChoice(choice: unknown, tools: readonly unknown[]): Generator<Violation> {
  if (choice === undefined || choice === null) return;
  if (typeof choice === 'string') {
    if (!['none', 'auto', 'required'].includes(choice)) {
      yield unsupportedValue('tool_choice', choice, ['none', 'auto', 'required']);
    }
    return;
  }
  const wanted = looseObject<'type' | 'function'>(choice);
  if (wanted.type !== 'function') return;
  const { name } = looseObject<'name'>(wanted.function);
  const isOffered = tools.some((tool) => looseObject<'name'>(looseObject<'function'>(tool).function).name === name);
  if (!isOffered) {
    yield {
      message: `Tool choice '${stringOf(name)}' not found in 'tools' parameter.`,
      param: 'tool_choice',
    };
  }
}
