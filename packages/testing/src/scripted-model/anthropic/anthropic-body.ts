import { type Loose, listOf, looseObject } from '../loose.ts';

export type AnthropicBody = Loose<
  'model' | 'messages' | 'max_tokens' | 'system' | 'tools' | 'tool_choice' | 'thinking' | 'temperature' | 'stream'
>;

export type AnthropicMessage = Loose<'role' | 'content'>;

export type AnthropicBlock = Loose<
  | 'type'
  | 'text'
  | 'source'
  | 'id'
  | 'name'
  | 'input'
  | 'tool_use_id'
  | 'content'
  | 'is_error'
  | 'thinking'
  | 'signature'
  | 'data'
  | 'cache_control'
>;

export function anthropicMessagesOf(body: unknown): readonly AnthropicMessage[] {
  return listOf(looseObject<'messages'>(body).messages).map((message) => looseObject(message));
}

/** Blocks of a content, a plain string as one text block. */
export function blocksOf(content: unknown): readonly AnthropicBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).map((block) => looseObject(block));
}
