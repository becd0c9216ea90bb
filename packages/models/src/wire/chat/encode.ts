import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import type { ModelPorts } from '../../ports.ts';
import { wireArguments } from '../arguments.ts';
import { derivedId, wireCallIds } from '../call-ids.ts';
import type { EncodeOptions, ShapedRequest } from '../codec.ts';
import { type ContentReader, isPlainText, readParts, textOf, type WirePart } from '../content.ts';
import { createFragmentCache } from '../fragments.ts';
import type { LaneConfig } from '../lane-config.ts';
import { openOpaque } from '../opaque.ts';
import { asObject } from '../read-json.ts';

/** One message of ours: the wire's messages, and what of a tool's result can only follow as a user message. */
interface Fragment {
  readonly messages: readonly string[];
  readonly images: readonly string[];
  readonly hasOpaque: boolean;
}

export interface EncodedMessages {
  readonly messages: readonly string[];
  readonly hasOpaque: boolean;
}

/** Writes conversations for Chat Completions. */
export function createChatMessageEncoder(config: LaneConfig, ports: ModelPorts, toWireName: (name: string) => string) {
  const cache = createFragmentCache<Fragment>();
  const owner = { wire: 'openai-chat', model: config.model };

  return async (request: ShapedRequest, options: EncodeOptions): Promise<EncodedMessages> => {
    const ids = wireCallIds(request.messages);
    const reader: ContentReader = {
      vision: config.capabilities.vision,
      encodeBase64: ports.encodeBase64,
      readBlob: request.readBlob,
    };
    const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
    const out: string[] = [];
    let images: string[] = [];
    let hasOpaque = false;
    const flush = () => {
      if (images.length > 0) out.push(`{"role":"user","content":[${images.join(',')}]}`);
      images = [];
    };
    let system = request.system;
    if (system !== '' && config.capabilities.system_messages) {
      out.push(JSON.stringify({ role: 'system', content: system }));
      system = '';
    }
    for (const [index, message] of request.messages.entries()) {
      // Images of results wait until every call of the reply is answered: nothing may stand in between.
      if (message.role !== 'tool') flush();
      const made = fragmentOf(message, {
        // Reasoning goes back only within the loop that it belongs to; templates drop it after.
        withReasoning: options.replayOpaque && index > lastUser,
        prefix: message.role === 'user' ? system : '',
        ids,
        reader,
      });
      if (message.role === 'user') system = '';
      const fragment = made instanceof Promise ? await made : made;
      out.push(...fragment.messages);
      images.push(...fragment.images);
      hasOpaque ||= fragment.hasOpaque;
    }
    flush();
    return { messages: out, hasOpaque };
  };

  interface Context {
    readonly withReasoning: boolean;
    readonly prefix: string;
    readonly ids: ReadonlyMap<string, string>;
    readonly reader: ContentReader;
  }

  function fragmentOf(message: Message, context: Context): Fragment | Promise<Fragment> {
    switch (message.role) {
      case 'user':
        return cache.get(message, context.prefix, () => userFragment(message, context));
      case 'assistant': {
        const callIds = message.parts.flatMap((part) => (part.type === 'call' ? [idOf(context.ids, part.callId)] : []));
        const variant = `${context.withReasoning} ${callIds.join(' ')}`;
        return cache.get(message, variant, () => assistantFragment(message, callIds, context.withReasoning));
      }
      case 'tool': {
        const id = idOf(context.ids, message.callId);
        return cache.get(message, id, () => toolFragment(message, id, context.reader));
      }
    }
  }

  function assistantFragment(message: AssistantMessage, callIds: readonly string[], withReasoning: boolean): Fragment {
    const text = textOf(message.parts);
    const calls = message.parts
      .filter((part) => part.type === 'call')
      .map((part, i) => ({
        id: callIds[i],
        type: 'function',
        function: { name: toWireName(part.name), arguments: wireArguments(part.arguments) },
      }));
    const reasoning = withReasoning ? reasoningFields(message) : undefined;
    if (text === '' && calls.length === 0) return { messages: [], images: [], hasOpaque: false };
    const wire = {
      role: 'assistant',
      content: text === '' ? null : text,
      ...reasoning,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    return { messages: [JSON.stringify(wire)], images: [], hasOpaque: reasoning !== undefined };
  }

  /** The fields of reasoning as the server named them, from the parts that this wire and model made. */
  function reasoningFields(message: AssistantMessage): Record<string, Json> | undefined {
    const fields: Record<string, Json> = {};
    for (const part of message.parts) {
      const data = asObject(part.type === 'thinking' ? openOpaque(owner, part.provider) : undefined);
      for (const [field, kept] of Object.entries(data ?? {})) {
        // Sealed by our decoder: `true` stands for the text of the part itself.
        fields[field] = kept === true ? (part.type === 'thinking' ? part.text : '') : (kept as Json);
      }
    }
    return Object.keys(fields).length > 0 ? fields : undefined;
  }
}

function idOf(ids: ReadonlyMap<string, string>, callId: string): string {
  return ids.get(callId) ?? derivedId(callId);
}

function userFragment(message: UserMessage, context: { readonly prefix: string; readonly reader: ContentReader }) {
  const prefix = context.prefix === '' ? [] : [{ type: 'text' as const, text: context.prefix }];
  const toFragment = (parts: readonly WirePart[]): Fragment => {
    const all = [...prefix, ...parts];
    const content = all.some((part) => part.type === 'image') ? all.map(toWirePart) : all.map(plain).join('\n\n');
    return { messages: [JSON.stringify({ role: 'user', content })], images: [], hasOpaque: false };
  };
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, context.reader).then(toFragment);
}

function toolFragment(message: ToolMessage, id: string, reader: ContentReader): Fragment | Promise<Fragment> {
  const toFragment = (parts: readonly WirePart[]): Fragment => {
    const images = parts.filter((part) => part.type === 'image');
    const text = textOf(parts);
    const content = text === '' && images.length > 0 ? '(an image, in the next message)' : text;
    const intro = JSON.stringify({ type: 'text', text: `From the result of ${message.name}:` });
    return {
      messages: [JSON.stringify({ role: 'tool', tool_call_id: id, content })],
      images: images.length === 0 ? [] : [intro, ...images.map((image) => JSON.stringify(toWirePart(image)))],
      hasOpaque: false,
    };
  };
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, reader).then(toFragment);
}

function plain(part: WirePart): string {
  return part.type === 'text' ? part.text : '';
}

function toWirePart(part: WirePart): Json {
  if (part.type === 'text') return { type: 'text', text: part.text };
  return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${part.base64}` } };
}
