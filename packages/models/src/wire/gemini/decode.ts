import type { StopReason, Usage } from '@toolstone/protocol';
import { type Ending, ProviderFailure, type ReplyDecoder } from '../codec.ts';
import type { LaneConfig } from '../lane-config.ts';
import { sealOpaque } from '../opaque.ts';
import { asArray, asCount, asObject, asString, type ReadObject } from '../read-json.ts';
import type { ReplyBuilder } from '../reply-builder.ts';

/** Reads a reply of `streamGenerateContent`: each event is a response whose parts are added to those before. */
export function createGeminiDecoder(config: LaneConfig, builder: ReplyBuilder): ReplyDecoder {
  const owner = { wire: 'gemini', model: config.model };
  let finish: string | undefined;
  let finishMessage: string | undefined;
  let blocked: string | undefined;
  let usage: Usage | undefined;
  let model: string | undefined;
  let calls = 0;

  function acceptPart(part: ReadObject): void {
    const signature = asString(part['thoughtSignature']);
    const sealed = signature === undefined ? undefined : sealOpaque(owner, { thoughtSignature: signature });
    const call = asObject(part['functionCall']);
    if (call !== undefined) {
      const key = `call ${calls++}`;
      const id = asString(call['id']);
      builder.call(key, { id, name: asString(call['name']) });
      builder.setCallArguments(key, JSON.stringify(asObject(call['args']) ?? {}));
      // Whose id it is must be known when it goes back, signature or not.
      builder.seal(sealed ?? sealOpaque(owner, {}), key);
      return;
    }
    const text = asString(part['text']);
    if (text === undefined) return;
    const type = part['thought'] === true ? 'thinking' : 'text';
    if (text !== '') builder.append(type, text);
    if (sealed === undefined) return;
    if (text === '') builder.addSealed(type, sealed);
    else builder.seal(sealed);
  }

  return {
    // Usage and signatures may follow the finish reason: the end of the stream is the end of the reply.
    isDone: false,
    accept(event) {
      const error = asObject(event['error']);
      if (error !== undefined) {
        const code = asString(error['status']) ?? String(error['code'] ?? 500);
        throw new ProviderFailure(code, asString(error['message']) ?? '', error);
      }
      model = asString(event['modelVersion']) ?? model;
      usage = readUsage(asObject(event['usageMetadata'])) ?? usage;
      blocked = asString(asObject(event['promptFeedback'])?.['blockReason']) ?? blocked;
      const candidate = asObject(asArray(event['candidates'])[0]);
      if (candidate === undefined) return;
      for (const part of asArray(asObject(candidate['content'])?.['parts'])) acceptPart(asObject(part) ?? {});
      finish = asString(candidate['finishReason']) ?? finish;
      finishMessage = asString(candidate['finishMessage']) ?? finishMessage;
    },
    end(): Ending | undefined {
      const known = { usage: usage ?? { inputTokens: 0, outputTokens: 0 }, ...(model === undefined ? {} : { model }) };
      if (blocked !== undefined && blocked !== 'BLOCK_REASON_UNSPECIFIED') return { stopReason: 'filter', ...known };
      if (finish === undefined) {
        return config.capabilities.finish_reason_optional && !builder.isEmpty
          ? { stopReason: 'end', ...known }
          : undefined;
      }
      const stopReason = toStopReason(finish, builder.isEmpty);
      if (stopReason === undefined)
        throw new ProviderFailure(
          '504',
          `it stopped with ${finish}${finishMessage === undefined ? '' : `: ${finishMessage}`}`,
          {},
        );
      return { stopReason, ...known };
    },
  };
}

/** Undefined where the model stumbled and another try is likely to go through. */
function toStopReason(finish: string, isEmpty: boolean): StopReason | undefined {
  switch (finish) {
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'LANGUAGE':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
      return 'filter';
    case 'MALFORMED_FUNCTION_CALL':
    case 'UNEXPECTED_TOOL_CALL':
      return undefined;
    case 'STOP':
      return 'end';
    default:
      return isEmpty ? undefined : 'end';
  }
}

function readUsage(usage: ReadObject | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const cached = usage['cachedContentTokenCount'];
  const thoughts = usage['thoughtsTokenCount'];
  return {
    inputTokens: asCount(usage['promptTokenCount']) + asCount(usage['toolUsePromptTokenCount']),
    // The wire counts thinking beside the answer; it is billed as output.
    outputTokens: asCount(usage['candidatesTokenCount']) + asCount(thoughts),
    ...(cached === undefined ? {} : { cacheReadTokens: asCount(cached) }),
    ...(thoughts === undefined ? {} : { thinkingTokens: asCount(thoughts) }),
  };
}
