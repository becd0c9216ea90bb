import { isObject, listOf, looseObject, stringOf } from '../loose.ts';
import {
  lastUserTextOf,
  type RequestView,
  type ViewedImage,
  type ViewedMessage,
  type ViewedResult,
} from '../recorded-request.ts';
import { type AnthropicBlock, anthropicMessagesOf, blocksOf } from './anthropic-body.ts';

export function viewAnthropic(body: unknown): RequestView {
  const all = anthropicMessagesOf(body);
  const { system, tools } = looseObject<'system' | 'tools'>(body);
  const names = new Map<string, string>();
  const messages: ViewedMessage[] = [];
  const toolResults: ViewedResult[] = [];
  const images: ViewedImage[] = [];
  const lastReply = all.findLastIndex((message) => message.role === 'assistant');
  for (const [index, message] of all.entries()) {
    const blocks = blocksOf(message.content);
    for (const block of blocks) {
      if (block.type === 'tool_use') names.set(stringOf(block.id), stringOf(block.name));
      if (block.type === 'image') images.push(viewImage(block, 'user'));
      if (block.type !== 'tool_result') continue;
      const callId = stringOf(block.tool_use_id);
      const parts = blocksOf(block.content);
      const content = textOf(parts);
      images.push(...parts.filter((part) => part.type === 'image').map((part) => viewImage(part, 'tool')));
      toolResults.push({
        callId,
        name: names.get(callId) ?? '',
        content,
        isError: block.is_error === true,
        isNew: index > lastReply,
      });
      messages.push({ role: 'tool', text: content, thinking: '', calls: [] });
    }
    const own = blocks.filter((block) => block.type !== 'tool_result');
    if (own.length > 0) messages.push(viewMessage(own, message.role === 'assistant' ? 'assistant' : 'user'));
  }
  return {
    system: textOf(blocksOf(system)),
    messages,
    tools: listOf(tools)
      .filter(isObject)
      .map((entry) => {
        const tool = looseObject<'name' | 'description' | 'input_schema'>(entry);
        return { name: stringOf(tool.name), description: stringOf(tool.description), schema: tool.input_schema };
      }),
    toolResults,
    images,
    lastUserText: lastUserTextOf(messages),
  };
}

function viewMessage(blocks: readonly AnthropicBlock[], role: 'user' | 'assistant'): ViewedMessage {
  return {
    role,
    text: textOf(blocks),
    thinking: blocks.map((block) => (block.type === 'thinking' ? stringOf(block.thinking) : '')).join(''),
    calls: blocks
      .filter((block) => block.type === 'tool_use')
      .map((block) => ({ id: stringOf(block.id), name: stringOf(block.name), arguments: block.input })),
  };
}

function viewImage(block: AnthropicBlock, within: 'user' | 'tool'): ViewedImage {
  const source = looseObject<'media_type' | 'data' | 'url'>(block.source);
  return { mediaType: stringOf(source.media_type), data: stringOf(source.data) || stringOf(source.url), within };
}

function textOf(blocks: readonly AnthropicBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? stringOf(block.text) : '')).join('');
}
