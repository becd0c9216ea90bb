import { listOf, looseObject, parsedOrText, stringOf } from '../loose.ts';
import {
  lastUserTextOf,
  type RequestView,
  type ViewedImage,
  type ViewedMessage,
  type ViewedResult,
} from '../recorded-request.ts';
import { type InputItem, itemsOf, partsOf, type ResponsesBody, textOf, typeOf } from './responses-body.ts';

export function viewResponses(value: unknown): RequestView {
  const body: ResponsesBody = looseObject(value);
  const items = itemsOf(value);
  const isSystem = (item: InputItem): boolean => item.role === 'system' || item.role === 'developer';
  const messages = viewMessages(items.filter((item) => !isSystem(item)));
  return {
    system: [stringOf(body.instructions), ...items.filter(isSystem).map((item) => textOf(item.content))]
      .filter((text) => text !== '')
      .join('\n'),
    messages,
    tools: listOf(body.tools)
      .map((tool) => looseObject<'type' | 'name' | 'description' | 'parameters'>(tool))
      .filter((tool) => tool.type === 'function')
      .map((tool) => ({
        name: stringOf(tool.name),
        description: stringOf(tool.description),
        schema: tool.parameters,
      })),
    toolResults: viewResults(items),
    images: items.flatMap((item) => [...imagesOf(item.content, 'user'), ...imagesOf(item.output, 'tool')]),
    lastUserText: lastUserTextOf(messages),
  };
}

/** Items of one reply (thinking, text, calls) are one message. */
function viewMessages(items: readonly InputItem[]): readonly ViewedMessage[] {
  const messages: ViewedMessage[] = [];
  const extendReply = (more: Partial<ViewedMessage>): void => {
    const last = messages.at(-1);
    const base = last?.role === 'assistant' ? last : { role: 'assistant' as const, text: '', thinking: '', calls: [] };
    if (last?.role === 'assistant') messages.pop();
    messages.push({
      role: 'assistant',
      text: base.text + (more.text ?? ''),
      thinking: base.thinking + (more.thinking ?? ''),
      calls: [...base.calls, ...(more.calls ?? [])],
    });
  };
  for (const item of items) {
    switch (typeOf(item)) {
      case 'message':
        if (item.role === 'assistant') extendReply({ text: textOf(item.content) });
        else messages.push({ role: 'user', text: textOf(item.content), thinking: '', calls: [] });
        break;
      case 'reasoning':
        extendReply({ thinking: textOf(item.summary) });
        break;
      case 'function_call':
        extendReply({
          calls: [
            {
              id: stringOf(item.call_id),
              name: stringOf(item.name),
              arguments: parsedOrText(stringOf(item.arguments)),
            },
          ],
        });
        break;
      case 'function_call_output':
        messages.push({ role: 'tool', text: textOf(item.output), thinking: '', calls: [] });
        break;
      default:
        break;
    }
  }
  return messages;
}

function viewResults(items: readonly InputItem[]): readonly ViewedResult[] {
  const names = new Map(
    items.map((item) => [stringOf(item.call_id), stringOf(item.name)] as const).filter(([, name]) => name),
  );
  const lastReply = items.findLastIndex(
    (item) => typeOf(item) === 'function_call' || typeOf(item) === 'reasoning' || item.role === 'assistant',
  );
  return items.flatMap((item, index) =>
    typeOf(item) === 'function_call_output'
      ? [
          {
            callId: stringOf(item.call_id),
            name: names.get(stringOf(item.call_id)) ?? '',
            content: textOf(item.output),
            isError: false,
            isNew: index > lastReply,
          },
        ]
      : [],
  );
}

function imagesOf(content: unknown, within: 'user' | 'tool'): readonly ViewedImage[] {
  return partsOf(content)
    .filter((part) => part.type === 'input_image')
    .map((part) => {
      const url = stringOf(part.image_url);
      const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
      return { mediaType: data?.[1] ?? '', data: data?.[2] ?? url, within };
    });
}
