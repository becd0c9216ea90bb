import { isObject, looseObject, stringOf } from '../loose.ts';
import { sealOf } from '../seal.ts';
import type { Violation } from '../wire.ts';
import {
  type AnthropicBlock,
  type AnthropicBody,
  type AnthropicMessage,
  anthropicMessagesOf,
  blocksOf,
} from './anthropic-body.ts';

const idPattern = /^[a-zA-Z0-9_-]+$/;
const toolNamePattern = /^[a-zA-Z0-9_-]{1,200}$/;
const maxImageBytes = 5 * 1024 * 1024;
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The rules for messages and their blocks, save for the pairing of calls and results. */
export function* checkAnthropicMessages(body: AnthropicBody): Generator<Violation> {
  if (body.messages === undefined) return;
  if (!Array.isArray(body.messages)) {
    yield { message: 'messages: Input should be a valid list' };
    return;
  }
  const messages = anthropicMessagesOf(body);
  if (messages.length === 0) yield { message: 'messages: at least one message is required' };
  for (const [index, message] of messages.entries()) {
    const isLast = index === messages.length - 1;
    if (message.role !== 'user' && message.role !== 'assistant') {
      yield {
        message: `messages: Unexpected role "${String(message.role)}". The Messages API accepts a top-level \`system\` parameter, not "${String(message.role)}" as an input message role.`,
      };
    }
    if (message.content === undefined) {
      yield { message: `messages.${index}.content: Field required` };
      continue;
    }
    const blocks = blocksOf(message.content);
    const isEmpty = message.content === '' || blocks.length === 0;
    if (isEmpty && !(isLast && message.role === 'assistant')) {
      yield {
        message: `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
      };
    }
    for (const [at, block] of blocks.entries()) yield* checkBlock(block, `messages.${index}.content.${at}`, message);
  }
  if (messages[0]?.role === 'assistant') yield { message: 'messages: first message must use the "user" role' };
  yield* checkFinalAssistant(messages.at(-1));
  yield* checkThinkingKept(messages, body);
}

function* checkBlock(block: AnthropicBlock, place: string, message: AnthropicMessage): Generator<Violation> {
  switch (block.type) {
    case 'text':
      yield* checkText(block, place);
      return;
    case 'image':
      yield* checkImage(block, place);
      return;
    case 'tool_use':
      yield* checkToolUse(block, place);
      if (message.role !== 'assistant')
        yield { message: `${place}: \`tool_use\` blocks can only be in \`assistant\` messages` };
      return;
    case 'tool_result':
      if (message.role !== 'user')
        yield { message: `${place}: \`tool_result\` blocks can only be in \`user\` messages` };
      for (const [at, part] of blocksOf(block.content).entries()) {
        if (part.type === 'text') yield* checkText(part, `${place}.tool_result.content.${at}`);
        else if (part.type === 'image') yield* checkImage(part, `${place}.tool_result.content.${at}`);
        else if (!['document', 'search_result', 'tool_reference'].includes(stringOf(part.type))) {
          yield wrongTag(`${place}.tool_result.content.${at}`, part.type, [
            'text',
            'image',
            'document',
            'search_result',
          ]);
        }
      }
      return;
    case 'thinking':
      yield* checkThinkingBlock(block, place);
      return;
    case 'redacted_thinking':
      if (typeof block.data !== 'string') yield { message: `${place}.redacted_thinking.data: Field required` };
      return;
    default:
      if (
        !/^(document|search_result|server_tool_use|container_upload|compaction|.*_tool_result)$/.test(
          stringOf(block.type),
        )
      ) {
        yield wrongTag(place, block.type, ['document', 'image', 'text', 'thinking', 'tool_result', 'tool_use']);
      }
  }
}

function* checkText(block: AnthropicBlock, place: string): Generator<Violation> {
  if (typeof block.text !== 'string') {
    yield { message: `${place}.text.text: Field required` };
  } else if (block.text === '') {
    yield isObject(block.cache_control)
      ? { message: `${place}.text: cache_control cannot be set for empty text blocks` }
      : { message: 'messages: text content blocks must be non-empty' };
  } else if (block.text.trim() === '') {
    yield { message: 'messages: text content blocks must contain non-whitespace text' };
  }
}

function* checkImage(block: AnthropicBlock, place: string): Generator<Violation> {
  const source = looseObject<'type' | 'media_type' | 'data' | 'url'>(block.source);
  if (source.type === 'url') return;
  if (source.type !== 'base64') {
    yield wrongTag(`${place}.image.source`, source.type, ['base64', 'url']);
    return;
  }
  const data = stringOf(source.data);
  if (!imageTypes.includes(stringOf(source.media_type))) {
    yield {
      message: `${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    };
  }
  if (data === '') yield { message: `${place}.image.source.base64: image cannot be empty` };
  else if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    yield { message: `${place}.image.source.base64.data: Invalid base64 data` };
  }
  if (data.length > maxImageBytes) {
    yield {
      message: `${place}.image.source.base64: image exceeds 5 MB maximum: ${data.length} bytes > ${maxImageBytes} bytes`,
    };
  }
}

function* checkToolUse(block: AnthropicBlock, place: string): Generator<Violation> {
  if (block.id === undefined) yield { message: `${place}.tool_use.id: Field required` };
  else if (!idPattern.test(stringOf(block.id))) {
    yield { message: `${place}.tool_use.id: String should match pattern '${idPattern.source}'` };
  }
  if (block.name === undefined) yield { message: `${place}.tool_use.name: Field required` };
  else if (!toolNamePattern.test(stringOf(block.name))) {
    yield { message: `${place}.tool_use.name: String should match pattern '${toolNamePattern.source}'` };
  }
  if (block.input === undefined) yield { message: `${place}.tool_use.input: Field required` };
  else if (!isObject(block.input)) yield { message: `${place}.tool_use.input: Input should be a valid dictionary` };
}

function* checkThinkingBlock(block: AnthropicBlock, place: string): Generator<Violation> {
  if (typeof block.thinking !== 'string') yield { message: `${place}.thinking.thinking: Field required` };
  if (typeof block.signature !== 'string') yield { message: `${place}.thinking.signature: Field required` };
  else if (block.signature !== sealOf(stringOf(block.thinking))) {
    yield { message: `${place}: Invalid \`signature\` in \`thinking\` block` };
  }
  if (block.cache_control !== undefined) {
    yield { message: `${place}.thinking.cache_control: Extra inputs are not permitted` };
  }
}

function* checkFinalAssistant(message: AnthropicMessage | undefined): Generator<Violation> {
  if (message?.role !== 'assistant') return;
  const last = blocksOf(message.content).at(-1);
  if (last?.type === 'text' && /\s$/.test(stringOf(last.text))) {
    yield { message: 'messages: final assistant content cannot end with trailing whitespace' };
  }
}

/** With manual thinking on, a reply that calls tools is sent back with the thinking it began with. */
function* checkThinkingKept(messages: readonly AnthropicMessage[], body: AnthropicBody): Generator<Violation> {
  if (looseObject<'type'>(body.thinking).type !== 'enabled') return;
  const lastUser = messages.findLastIndex(
    (message) => message.role === 'user' && !blocksOf(message.content).some((block) => block.type === 'tool_result'),
  );
  for (const [index, message] of messages.entries()) {
    if (index < lastUser || message.role !== 'assistant') continue;
    const first = blocksOf(message.content)[0];
    if (first !== undefined && first.type !== 'thinking' && first.type !== 'redacted_thinking') {
      yield {
        message: `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${stringOf(first.type)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
      };
      return;
    }
  }
}

function wrongTag(place: string, found: unknown, expected: readonly string[]): Violation {
  return {
    message: `${place}: Input tag '${String(found)}' found using 'type' does not match any of the expected tags: ${expected.map((tag) => `'${tag}'`).join(', ')}`,
  };
}
