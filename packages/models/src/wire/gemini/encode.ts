import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import type { ModelPorts } from '../../ports.ts';
import { wireArguments } from '../arguments.ts';
import type { EncodeOptions, ShapedRequest } from '../codec.ts';
import { type ContentReader, isPlainText, readParts, textOf, type WirePart } from '../content.ts';
import { createFragmentCache } from '../fragments.ts';
import type { LaneConfig } from '../lane-config.ts';
import { openOpaque } from '../opaque.ts';
import { asObject, asString, type ReadObject } from '../read-json.ts';
import { needsSignatures, takesImagesInResults } from './generation.ts';

/** The parts of one message of ours; images of a result that cannot be inside it follow all results of the batch. */
interface Fragment {
  readonly role: 'user' | 'model';
  readonly parts: readonly string[];
  readonly images: readonly string[];
  readonly hasOpaque: boolean;
}

export interface EncodedContents {
  readonly contents: readonly string[];
  readonly hasOpaque: boolean;
}

/**
 * What Google documents for calls that another model made: it stands for a signature that was never given
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const noSignature = 'skip_thought_signature_validator';

const imageTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']);

/** Writes conversations as Gemini contents: neighbours of one role are one content. */
export function createGeminiContentEncoder(
  config: LaneConfig,
  ports: ModelPorts,
  toWireName: (name: string) => string,
) {
  const cache = createFragmentCache<Fragment>();
  const owner = { wire: 'gemini', model: config.model };
  const imagesInside = takesImagesInResults(config.model);
  const signatures = needsSignatures(config.model);

  return async (request: ShapedRequest, options: EncodeOptions): Promise<EncodedContents> => {
    const reader: ContentReader = {
      imageTypes,
      vision: config.capabilities.vision,
      encodeBase64: ports.encodeBase64,
      readBlob: request.readBlob,
    };
    const ownIds = googleIds(request.messages);
    const groups: { role: string; parts: string[]; images: string[] }[] = [];
    let hasOpaque = false;
    for (const message of request.messages) {
      const made = fragmentOf(message, reader, ownIds, options.replayOpaque);
      const fragment = made instanceof Promise ? await made : made;
      if (fragment.parts.length === 0) continue;
      hasOpaque ||= fragment.hasOpaque;
      const group = groups.at(-1);
      // A person's words after a batch are a content of their own: results must stand alone in theirs.
      const joins = group?.role === fragment.role && !(message.role === 'user' && group.parts.some(isResult));
      if (joins && group !== undefined) {
        group.parts.push(...fragment.parts);
        group.images.push(...fragment.images);
      } else groups.push({ role: fragment.role, parts: [...fragment.parts], images: [...fragment.images] });
    }
    const contents = groups.map(
      (group) => `{"role":"${group.role}","parts":[${[...group.parts, ...group.images].join(',')}]}`,
    );
    return { contents, hasOpaque };
  };

  /** Calls whose id came from this wire; the wire takes no other. */
  function googleIds(messages: readonly Message[]): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    for (const message of messages) {
      if (message.role !== 'assistant') continue;
      for (const part of message.parts) {
        if (part.type !== 'call' || part.providerCallId === undefined) continue;
        if (openOpaque(owner, part.provider) !== undefined) ids.set(part.callId, part.providerCallId);
      }
    }
    return ids;
  }

  function fragmentOf(
    message: Message,
    reader: ContentReader,
    ids: ReadonlyMap<string, string>,
    replayOpaque: boolean,
  ): Fragment | Promise<Fragment> {
    switch (message.role) {
      case 'user':
        return cache.get(message, '', () => userFragment(message, reader));
      case 'assistant':
        return cache.get(message, `${replayOpaque}`, () => assistantFragment(message, replayOpaque));
      case 'tool': {
        const id = ids.get(message.callId);
        return cache.get(message, id ?? '', () => toolFragment(message, id, reader));
      }
    }
  }

  function assistantFragment(message: AssistantMessage, replayOpaque: boolean): Fragment {
    const parts: Json[] = [];
    let hasOpaque = false;
    let isFirstCall = true;
    for (const part of message.parts) {
      const data = asObject(openOpaque(owner, part.provider));
      const kept = replayOpaque ? asString(data?.['thoughtSignature']) : undefined;
      if (kept !== undefined) hasOpaque = true;
      const signature = kept === undefined ? {} : { thoughtSignature: kept };
      if (part.type === 'text') {
        if (part.text !== '' || kept !== undefined) parts.push({ text: part.text, ...signature });
      } else if (part.type === 'thinking') {
        if (kept !== undefined) parts.push({ text: part.text, thought: true, ...signature });
      } else {
        // Only the first call of a reply carries a signature, and without one the request is refused.
        const stand = isFirstCall && kept === undefined && signatures ? { thoughtSignature: noSignature } : signature;
        isFirstCall = false;
        parts.push(callPart(part.name, part.arguments, idOf(part.providerCallId, data), stand));
      }
    }
    return { role: 'model', parts: parts.map((part) => JSON.stringify(part)), images: [], hasOpaque };
  }

  function callPart(name: string, written: string, id: string | undefined, signature: ReadObject): Json {
    // Parsed once, when the message is first sent; `wireArguments` has made sure that it is an object.
    const args: Json = JSON.parse(wireArguments(written));
    return {
      functionCall: { ...(id === undefined ? {} : { id }), name: toWireName(name), args },
      ...(signature as Record<string, Json>),
    };
  }

  function toolFragment(
    message: ToolMessage,
    id: string | undefined,
    reader: ContentReader,
  ): Fragment | Promise<Fragment> {
    const toFragment = (parts: readonly WirePart[]): Fragment => {
      const images = parts.filter((part) => part.type === 'image').map(toWirePart);
      const inside = imagesInside && images.length > 0 ? { parts: images } : {};
      const text = textOf(parts);
      const response = message.isError ? { error: text } : { output: text };
      const name = toWireName(message.name);
      const result = { functionResponse: { ...(id === undefined ? {} : { id }), name, response, ...inside } };
      return {
        role: 'user',
        parts: [JSON.stringify(result)],
        images: imagesInside ? [] : images.map((image) => JSON.stringify(image)),
        hasOpaque: false,
      };
    };
    if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
    return readParts(message.parts, reader).then(toFragment);
  }
}

function idOf(providerCallId: string | undefined, data: ReadObject | undefined): string | undefined {
  return data === undefined ? undefined : providerCallId;
}

function isResult(part: string): boolean {
  return part.startsWith('{"functionResponse"');
}

function userFragment(message: UserMessage, reader: ContentReader): Fragment | Promise<Fragment> {
  const toFragment = (parts: readonly WirePart[]): Fragment => ({
    role: 'user',
    parts: parts.map((part) => JSON.stringify(toWirePart(part))),
    images: [],
    hasOpaque: false,
  });
  if (isPlainText(message.parts)) return toFragment(message.parts.filter((part) => part.type === 'text'));
  return readParts(message.parts, reader).then(toFragment);
}

function toWirePart(part: WirePart): Json {
  if (part.type === 'text') return { text: part.text };
  return { inlineData: { mimeType: part.mediaType, data: part.base64 } };
}
