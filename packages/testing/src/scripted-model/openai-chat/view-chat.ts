import { listOf, looseObject, parsedOrText, stringOf } from '../loose.ts';
import {
  lastUserTextOf,
  type RequestView,
  type ViewedImage,
  type ViewedMessage,
  type ViewedResult,
} from '../recorded-request.ts';
import { type ChatMessage, chatMessagesOf, functionOf, partsOf, toolCallsOf } from './chat-body.ts';

export function viewChat(body: unknown): RequestView {
  const all = chatMessagesOf(body);
  const names = new Map<string, string>();
  const messages: ViewedMessage[] = [];
  const toolResults: ViewedResult[] = [];
  const lastReply = all.findLastIndex((message) => message.role === 'assistant');
  for (const [index, message] of all.entries()) {
    if (message.role === 'system' || message.role === 'developer') continue;
    const viewed = viewMessage(message);
    for (const call of viewed.calls) names.set(call.id, call.name);
    messages.push(viewed);
    if (message.role === 'tool') {
      const callId = stringOf(message.tool_call_id);
      toolResults.push({
        callId,
        name: names.get(callId) ?? '',
        content: viewed.text,
        isError: false,
        isNew: index > lastReply,
      });
    }
  }
  return {
    system: all
      .filter((message) => message.role === 'system' || message.role === 'developer')
      .map((message) => textOf(message.content))
      .join('\n'),
    messages,
    tools: listOf(looseObject<'tools'>(body).tools).map((tool) => {
      const fn = looseObject<'name' | 'description' | 'parameters'>(looseObject<'function'>(tool).function);
      return { name: stringOf(fn.name), description: stringOf(fn.description), schema: fn.parameters };
    }),
    toolResults,
    images: all.flatMap(imagesOf),
    lastUserText: lastUserTextOf(messages),
  };
}

function viewMessage(message: ChatMessage): ViewedMessage {
  return {
    role: message.role === 'tool' || message.role === 'assistant' ? message.role : 'user',
    text: textOf(message.content),
    thinking: stringOf(message.reasoning_content) || stringOf(message.reasoning),
    calls: toolCallsOf(message).map((call) => ({
      id: stringOf(call.id),
      name: stringOf(functionOf(call).name),
      arguments: parsedOrText(stringOf(functionOf(call).arguments)),
    })),
  };
}

function textOf(content: unknown): string {
  return partsOf(content)
    .map((part) => stringOf(part.text) || stringOf(part.refusal))
    .join('');
}

function imagesOf(message: ChatMessage): readonly ViewedImage[] {
  return partsOf(message.content)
    .filter((part) => part.type === 'image_url')
    .map((part) => {
      const url = stringOf(looseObject<'url'>(part.image_url).url);
      const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
      return {
        mediaType: data?.[1] ?? '',
        data: data?.[2] ?? url,
        within: message.role === 'tool' ? 'tool' : 'user',
      } as const;
    });
}
