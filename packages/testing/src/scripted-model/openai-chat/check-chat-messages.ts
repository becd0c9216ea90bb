import { isObject, listOf, looseObject, stringOf } from '../loose.ts';
import { checkOpenAiName } from '../openai-names.ts';
import { emptyArray, missing, tooLong, unsupportedValue, wrongType } from '../openai-violations.ts';
import type { Generation, Violation } from '../wire.ts';
import { type ChatMessage, chatMessagesOf, functionOf, partsOf, toolCallsOf } from './chat-body.ts';

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer'];
const maxIdLength = 40;

export function* checkChatMessages(request: Generation): Generator<Violation> {
  const messages = chatMessagesOf(request.body);
  for (const [index, message] of messages.entries()) {
    const param = `messages[${index}]`;
    if (message.role === undefined) yield missing(`${param}.role`);
    else if (!roles.includes(stringOf(message.role))) yield unsupportedValue(`${param}.role`, message.role, roles);
    yield* checkContent(message, index);
    if (message.role === 'assistant') yield* checkCalls(message, index, request.acceptsUnknownFields);
  }
  yield* checkPairs(messages);
}

function* checkContent(message: ChatMessage, index: number): Generator<Violation> {
  const param = `messages.[${index}].content`;
  const { content } = message;
  if (content === undefined || content === null) {
    const mayBeAbsent = message.role === 'assistant' && (listOf(message.tool_calls).length > 0 || message.refusal);
    if (!mayBeAbsent) yield { message: "Invalid value for 'content': expected a string, got null.", param };
    return;
  }
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) {
    yield wrongType(`messages[${index}].content`, 'one of a string or array of objects', content);
    return;
  }
  if (content.length === 0) yield emptyArray(`messages[${index}].content`);
  for (const [at, part] of partsOf(content).entries()) {
    const place = `messages[${index}].content[${at}]`;
    if (part.type === 'image_url' && message.role !== 'user') {
      yield {
        message: `Invalid 'messages[${index}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${stringOf(message.role)}' contains an image URL.`,
        param: `messages[${index}]`,
        code: 'invalid_value',
      };
    }
    const allowed = allowedParts(stringOf(message.role));
    if (!allowed.includes(stringOf(part.type))) yield unsupportedValue(`${place}.type`, part.type, allowed);
    if (part.type === 'text' && typeof part.text !== 'string') yield missing(`${place}.text`);
    if (part.type === 'image_url') yield* checkImage(part.image_url, place);
  }
}

function allowedParts(role: string): readonly string[] {
  if (role === 'user') return ['text', 'image_url', 'input_audio', 'file'];
  if (role === 'assistant') return ['text', 'refusal'];
  return ['text'];
}

function* checkImage(image: unknown, place: string): Generator<Violation> {
  const { url } = looseObject<'url'>(image);
  if (!isObject(image)) {
    yield wrongType(`${place}.image_url`, 'an object', image);
  } else if (typeof url !== 'string') {
    yield missing(`${place}.image_url.url`);
  } else if (url.startsWith('data:')) {
    const type = /^data:([^;,]+);base64,[A-Za-z0-9+/]+=*$/.exec(url)?.[1];
    if (type === undefined || !['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(type)) {
      yield {
        message:
          "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
        code: 'invalid_image_format',
      };
    }
  }
}

function* checkCalls(message: ChatMessage, index: number, acceptsAnyId: boolean): Generator<Violation> {
  if (message.tool_calls === undefined) return;
  const param = `messages[${index}].tool_calls`;
  if (!Array.isArray(message.tool_calls)) {
    yield wrongType(param, 'an array of objects', message.tool_calls);
    return;
  }
  if (message.tool_calls.length === 0) yield emptyArray(param);
  const ids = new Set<string>();
  for (const [at, call] of toolCallsOf(message).entries()) {
    const place = `${param}[${at}]`;
    const id = stringOf(call.id);
    if (call.id === undefined) yield missing(`${place}.id`);
    else if (id.length > maxIdLength && !acceptsAnyId) yield tooLong(`${place}.id`, maxIdLength, id.length);
    if (ids.has(id)) {
      yield {
        message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}' in 'tool_calls' of messages[${index}].`,
        param: `messages.[${index}].tool_calls`,
      };
    }
    ids.add(id);
    if (call.type === undefined) yield missing(`${place}.type`);
    if (call.type !== 'function') continue;
    const fn = functionOf(call);
    yield* checkOpenAiName(fn.name, `${place}.function.name`);
    if (fn.arguments === undefined) yield missing(`${place}.function.arguments`);
    else if (typeof fn.arguments !== 'string') yield wrongType(`${place}.function.arguments`, 'a string', fn.arguments);
  }
}

/** Every call is answered right after it, once, and nothing else is. */
function* checkPairs(messages: readonly ChatMessage[]): Generator<Violation> {
  let open = new Map<string, number | undefined>();
  let openedAt = -1;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (openedAt < 0) {
        yield {
          message:
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          param: `messages.[${index}].role`,
        };
        continue;
      }
      yield* answer(open, message, index);
      continue;
    }
    yield* unanswered(open, openedAt);
    open = new Map(toolCallsOf(message).map((call) => [stringOf(call.id), undefined]));
    openedAt = message.role === 'assistant' && open.size > 0 ? index : -1;
    if (openedAt < 0) open = new Map();
  }
  yield* unanswered(open, openedAt);
}

function* answer(open: Map<string, number | undefined>, message: ChatMessage, index: number): Generator<Violation> {
  const param = `messages.[${index}].tool_call_id`;
  if (typeof message.tool_call_id !== 'string') {
    yield missing(`messages[${index}].tool_call_id`);
    return;
  }
  const id = message.tool_call_id;
  const answeredAt = open.get(id);
  if (!open.has(id)) {
    yield {
      message: `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
      param,
    };
  } else if (answeredAt !== undefined) {
    yield {
      message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${answeredAt}] and messages[${index}].`,
      param,
    };
  } else {
    open.set(id, index);
  }
}

function* unanswered(open: ReadonlyMap<string, number | undefined>, openedAt: number): Generator<Violation> {
  const ids = [...open].filter(([, answeredAt]) => answeredAt === undefined).map(([id]) => id);
  if (openedAt >= 0 && ids.length > 0) {
    yield {
      message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
      param: `messages.[${openedAt + 1}].role`,
    };
  }
}
