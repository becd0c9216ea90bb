import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import type { ModelPorts } from '../../ports.ts';
import { wireArguments } from '../arguments.ts';
import { derivedId, wireCallIds } from '../call-ids.ts';
import type { EncodeOptions, ShapedRequest } from '../codec.ts';
import { type ContentReader, isPlainText, readParts, type WirePart } from '../content.ts';
import { createFragmentCache } from '../fragments.ts';
import type { LaneConfig } from '../lane-config.ts';
import { openOpaque } from '../opaque.ts';

/** The content blocks of one message of ours. */
interface Fragment {
  readonly role: 'user' | 'assistant';
  readonly blocks: readonly string[];
  readonly hasOpaque: boolean;
  /** True where the first block is thinking that goes back. */
  readonly beginsWithThinking: boolean;
}

export interface EncodedMessages {
  readonly messages: readonly string[];
  readonly hasOpaque: boolean;
  /**
   * False where a reply of the loop under way does not begin with thinking: models with a thinking budget refuse to
   * think in the middle of a loop that began without.
   */
  readonly mayThink: boolean;
}

const cacheMark = '"cache_control":{"type":"ephemeral"}';

/** The block with a cache mark: everything up to it is kept at the provider for a while. */
export function marked(block: string): string {
  return `${block.slice(0, -1)},${cacheMark}}`;
}

/** Writes conversations for the Messages API: neighbours of one role are one message, results of a batch included. */
export function createAnthropicMessageEncoder(
  config: LaneConfig,
  ports: ModelPorts,
  toWireName: (name: string) => string,
) {
  const cache = createFragmentCache<Fragment>();
  const owner = { wire: 'anthropic', model: config.model };

  return async (request: ShapedRequest, options: EncodeOptions): Promise<EncodedMessages> => {
    const ids = wireCallIds(request.messages);
    const reader: ContentReader = {
      vision: config.capabilities.vision,
      encodeBase64: ports.encodeBase64,
      readBlob: request.readBlob,
    };
    const groups: { role: string; blocks: string[] }[] = [];
    const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
    let hasOpaque = false;
    let mayThink = true;
    for (const [index, message] of request.messages.entries()) {
      const made = fragmentOf(message, ids, reader, options.replayOpaque);
      const fragment = made instanceof Promise ? await made : made;
      if (fragment.blocks.length === 0) continue;
      hasOpaque ||= fragment.hasOpaque;
      if (fragment.role === 'assistant' && index > lastUser) mayThink &&= fragment.beginsWithThinking;
      const group = groups.at(-1);
      if (group?.role === fragment.role) group.blocks.push(...fragment.blocks);
      else groups.push({ role: fragment.role, blocks: [...fragment.blocks] });
    }
    if (config.capabilities.prompt_cache) markLast(groups);
    const messages = groups.map((group) => `{"role":"${group.role}","content":[${group.blocks.join(',')}]}`);
    return { messages, hasOpaque, mayThink };
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
        return cache.get(message, '', () => userFragment(message, reader));
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
    const blocks: string[] = [];
    let hasOpaque = false;
    let beginsWithThinking = false;
    let calls = 0;
    for (const part of message.parts) {
      if (part.type === 'thinking') {
        // Thinking without its signature is refused; the block goes back exactly as it came, or not at all.
        const block = replayOpaque ? openOpaque(owner, part.provider) : undefined;
        if (block === undefined) continue;
        if (blocks.length === 0) beginsWithThinking = true;
        hasOpaque = true;
        blocks.push(JSON.stringify(block));
      } else if (part.type === 'text') {
        // Blank text blocks are refused.
        if (part.text.trim() !== '') blocks.push(JSON.stringify({ type: 'text', text: part.text }));
      } else {
        const head = JSON.stringify({ type: 'tool_use', id: callIds[calls++] ?? '', name: toWireName(part.name) });
        blocks.push(`${head.slice(0, -1)},"input":${wireArguments(part.arguments)}}`);
      }
    }
    return { role: 'assistant', blocks, hasOpaque, beginsWithThinking };
  }
}

/** Marks the ends of the last two user messages: the first reads what the round before wrote, the second writes anew. */
function markLast(groups: readonly { readonly role: string; readonly blocks: string[] }[]): void {
  let marks = 2;
  for (let i = groups.length - 1; i >= 0 && marks > 0; i--) {
    const group = groups[i];
    const last = group?.blocks.at(-1);
    if (group?.role !== 'user' || last === undefined) continue;
    group.blocks[group.blocks.length - 1] = marked(last);
    marks -= 1;
  }
}

function userFragment(message: UserMessage, reader: ContentReader): Fragment | Promise<Fragment> {
  const toFragment = (parts: readonly WirePart[]): Fragment => ({
    role: 'user',
    blocks: toBlocks(parts).map((block) => JSON.stringify(block)),
    hasOpaque: false,
    beginsWithThinking: false,
  });
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, reader).then(toFragment);
}

function toolFragment(message: ToolMessage, id: string, reader: ContentReader): Fragment | Promise<Fragment> {
  const toFragment = (parts: readonly WirePart[]): Fragment => {
    const content = toBlocks(parts);
    const block = {
      type: 'tool_result',
      tool_use_id: id,
      ...(content.length > 0 ? { content } : {}),
      ...(message.isError ? { is_error: true } : {}),
    };
    return { role: 'user', blocks: [JSON.stringify(block)], hasOpaque: false, beginsWithThinking: false };
  };
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, reader).then(toFragment);
}

function toBlocks(parts: readonly WirePart[]): Json[] {
  return parts.flatMap((part): Json[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    return [{ type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.base64 } }];
  });
}
