import { type Loose, listOf, looseObject } from '../loose.ts';

export type ChatMessage = Loose<
  'role' | 'content' | 'name' | 'tool_calls' | 'tool_call_id' | 'refusal' | 'reasoning_content' | 'reasoning'
>;

export function chatMessagesOf(body: unknown): readonly ChatMessage[] {
  return listOf(looseObject<'messages'>(body).messages).map((message) => looseObject(message));
}

export type ChatToolCall = Loose<'id' | 'type' | 'function'>;

export function toolCallsOf(message: ChatMessage): readonly ChatToolCall[] {
  return listOf(message.tool_calls).map((call) => looseObject(call));
}

export function functionOf(call: ChatToolCall): Loose<'name' | 'arguments'> {
  return looseObject(call.function);
}

export type ChatPart = Loose<'type' | 'text' | 'image_url' | 'refusal'>;

/** Parts of a content, a plain string as one text part. */
export function partsOf(content: unknown): readonly ChatPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content).map((part) => looseObject(part));
}
