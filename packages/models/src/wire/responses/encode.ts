import type { AssistantMessage, Message, ToolMessage } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import type { ModelPorts } from '../../ports.ts';
import { wireArguments } from '../arguments.ts';
import { derivedId, wireCallIds } from '../call-ids.ts';
import type { EncodeOptions, ShapedRequest } from '../codec.ts';
import { type ContentReader, isPlainText, readParts, textOf, type WirePart } from '../content.ts';
import { createFragmentCache } from '../fragments.ts';
import type { LaneConfig } from '../lane-config.ts';
import { openOpaque } from '../opaque.ts';
import { asObject, asString } from '../read-json.ts';

interface Fragment {
  readonly items: readonly string[];
  readonly hasOpaque: boolean;
}

export interface EncodedInput {
  readonly items: readonly string[];
  readonly hasOpaque: boolean;
}

/** Writes conversations as input items of the Responses API. */
export function createResponsesInputEncoder(
  config: LaneConfig,
  ports: ModelPorts,
  toWireName: (name: string) => string,
) {
  const cache = createFragmentCache<Fragment>();
  const owner = { wire: 'openai-responses', model: config.model };

  return async (request: ShapedRequest, options: EncodeOptions): Promise<EncodedInput> => {
    const ids = wireCallIds(request.messages);
    const reader: ContentReader = {
      vision: config.capabilities.vision,
      encodeBase64: ports.encodeBase64,
      readBlob: request.readBlob,
    };
    const items: string[] = [];
    let hasOpaque = false;
    for (const message of request.messages) {
      const made = fragmentOf(message, ids, reader, options.replayOpaque);
      const fragment = made instanceof Promise ? await made : made;
      items.push(...fragment.items);
      hasOpaque ||= fragment.hasOpaque;
    }
    return { items, hasOpaque };
  };

  function fragmentOf(
    message: Message,
    ids: ReadonlyMap<string, string>,
    reader: ContentReader,
    replayOpaque: boolean,
  ): Fragment | Promise<Fragment> {
    const idOf = (callId: string) => ids.get(callId) ?? derivedId(callId);
    switch (message.role) {
      case 'user':
        return cache.get(message, '', () => contentOf(message.parts, reader, (content) => ({ role: 'user', content })));
      case 'assistant': {
        const callIds = message.parts.flatMap((part) => (part.type === 'call' ? [idOf(part.callId)] : []));
        const variant = `${replayOpaque} ${callIds.join(' ')}`;
        return cache.get(message, variant, () => assistantFragment(message, callIds, replayOpaque));
      }
      case 'tool': {
        const id = idOf(message.callId);
        return cache.get(message, id, () => toolFragment(message, id, reader));
      }
    }
  }

  function assistantFragment(message: AssistantMessage, callIds: readonly string[], replayOpaque: boolean): Fragment {
    const items: Json[] = [];
    const sealed = message.parts.map((part) => (replayOpaque ? asObject(openOpaque(owner, part.provider)) : undefined));
    let calls = 0;
    for (const [i, part] of message.parts.entries()) {
      const data = sealed[i];
      if (part.type === 'thinking') {
        // A whole reasoning item, as it came. Sealed by our decoder as Json.
        if (data !== undefined) items.push(data as Json);
      } else if (part.type === 'text') {
        if (part.text !== '') items.push(textItem(part.text, data));
      } else {
        const id = asString(data?.['id']);
        items.push({
          type: 'function_call',
          ...(id === undefined ? {} : { id }),
          call_id: callIds[calls++] ?? '',
          name: toWireName(part.name),
          arguments: wireArguments(part.arguments),
        });
      }
    }
    return { items: items.map((item) => JSON.stringify(item)), hasOpaque: sealed.some((data) => data !== undefined) };
  }
}

function textItem(text: string, data: ReturnType<typeof asObject>): Json {
  const id = asString(data?.['id']);
  const phase = asString(data?.['phase']);
  if (id === undefined) return { role: 'assistant', content: text };
  return {
    type: 'message',
    id,
    role: 'assistant',
    status: 'completed',
    ...(phase === undefined ? {} : { phase }),
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

function contentOf(
  parts: AssistantOrUserParts,
  reader: ContentReader,
  toItem: (content: Json) => Json,
): Fragment | Promise<Fragment> {
  const toFragment = (read: readonly WirePart[]): Fragment => {
    const content = read.every((part) => part.type === 'text')
      ? read.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n')
      : read.map(toInputContent);
    return { items: [JSON.stringify(toItem(content))], hasOpaque: false };
  };
  if (isPlainText(parts)) return toFragment(parts.filter((part) => part.type === 'text'));
  return readParts(parts, reader).then(toFragment);
}
type AssistantOrUserParts = ToolMessage['parts'];

function toolFragment(message: ToolMessage, id: string, reader: ContentReader): Fragment | Promise<Fragment> {
  const toFragment = (parts: readonly WirePart[]): Fragment => {
    const output = parts.every((part) => part.type === 'text') ? textOf(parts) : parts.map(toInputContent);
    return { items: [JSON.stringify({ type: 'function_call_output', call_id: id, output })], hasOpaque: false };
  };
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, reader).then(toFragment);
}

function toInputContent(part: WirePart): Json {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  return { type: 'input_image', image_url: `data:${part.mediaType};base64,${part.base64}`, detail: 'auto' };
}
