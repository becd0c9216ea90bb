import type { Json, StopReason, Usage } from '@toolstone/protocol';
import { type Ending, ProviderFailure, type ReplyDecoder } from '../codec.ts';
import type { LaneConfig } from '../lane-config.ts';
import { sealOpaque } from '../opaque.ts';
import { asArray, asCount, asNumber, asObject, asString, type ReadObject } from '../read-json.ts';
import type { ReplyBuilder } from '../reply-builder.ts';
import { createThinkSplitter } from './think-splitter.ts';

/** Fields in which servers send reasoning as text. */
const reasoningFields = ['reasoning_content', 'reasoning'] as const;

/** Reads a Chat Completions reply: chunks of a stream, or one whole completion from a server that did not stream. */
export function createChatDecoder(config: LaneConfig, builder: ReplyBuilder): ReplyDecoder {
  const splitter = config.isOwnHost ? undefined : createThinkSplitter();
  const owner = { wire: 'openai-chat', model: config.model };
  const details: Json[] = [];
  let finish: string | undefined;
  let refused = false;
  let usage: Usage | undefined;
  let model: string | undefined;
  let lastCall: { key: string; id: string | undefined } | undefined;
  let calls = 0;
  let reasoningField: string | undefined;

  function acceptText(text: string): void {
    const split = splitter === undefined ? { thinking: '', text } : splitter.push(text);
    builder.append('thinking', split.thinking);
    builder.append('text', split.text);
  }

  function acceptMessage(delta: ReadObject): void {
    for (const field of reasoningFields) {
      const text = asString(delta[field]);
      if (text === undefined || text === '') continue;
      reasoningField = field;
      builder.append('thinking', text, 'reasoning');
      break;
    }
    // OpenRouter: signed pieces that have to come back as they are.
    details.push(...asArray(delta['reasoning_details']).map((detail) => detail as Json));
    const content = delta['content'];
    const text =
      asString(content) ??
      asArray(content)
        .map((part) => asString(asObject(part)?.['text']) ?? '')
        .join('');
    if (text !== '') acceptText(text);
    const refusal = asString(delta['refusal']);
    if (refusal !== undefined && refusal !== '') {
      refused = true;
      builder.append('text', refusal);
    }
    for (const call of asArray(delta['tool_calls'])) acceptCall(asObject(call));
    const legacy = asObject(delta['function_call']);
    if (legacy !== undefined) acceptCall({ index: 0, function: legacy });
  }

  function acceptCall(call: ReadObject | undefined): void {
    if (call === undefined) return;
    const fn = asObject(call['function']) ?? {};
    const id = asString(call['id']);
    const key = callKey(asNumber(call['index']), id);
    const name = asString(fn['name']);
    builder.call(key, { id, name });
    const written = fn['arguments'];
    if (typeof written === 'string') builder.callArguments(key, written);
    // Some servers send the arguments as the object itself.
    else if (asObject(written) !== undefined) builder.setCallArguments(key, JSON.stringify(written));
  }

  /** Servers differ: no index, every call under index 0, or the id only in the first piece. */
  function callKey(index: number | undefined, id: string | undefined): string {
    const isNewId = id !== undefined && id !== '' && lastCall?.id !== undefined && id !== lastCall.id;
    if (index !== undefined) {
      const key = `call ${index}`;
      if (!builder.hasKey(key)) return remember(key, id);
      if (isNewId && lastCall?.key.startsWith(key)) return remember(`${key} ${id}`, id);
      return lastCall?.key.startsWith(`${key} `) ? lastCall.key : remember(key, id ?? lastCall?.id);
    }
    if (lastCall === undefined || isNewId) return remember(`call ${id ?? `#${calls}`}`, id);
    return lastCall.key;
  }
  function remember(key: string, id: string | undefined): string {
    if (!builder.hasKey(key)) calls += 1;
    lastCall = { key, id: id === '' ? undefined : id };
    return key;
  }

  return {
    isDone: false,
    accept(event) {
      throwIfError(event);
      model = asString(event['model']) ?? model;
      usage = readUsage(asObject(event['usage'])) ?? usage;
      const choice = asObject(asArray(event['choices'])[0]);
      if (choice === undefined) return;
      const message = asObject(choice['delta']) ?? asObject(choice['message']);
      if (message !== undefined) acceptMessage(message);
      finish = asString(choice['finish_reason']) ?? finish;
      // A few servers send the usage inside the choice.
      usage = readUsage(asObject(choice['usage'])) ?? usage;
    },
    end(): Ending | undefined {
      const rest = splitter?.end();
      if (rest !== undefined) {
        builder.append('thinking', rest.thinking);
        builder.append('text', rest.text);
      }
      if (reasoningField !== undefined) builder.seal(sealOpaque(owner, { [reasoningField]: true }), 'reasoning');
      if (details.length > 0) {
        const data = {
          ...(reasoningField === undefined ? {} : { [reasoningField]: true }),
          reasoning_details: details,
        };
        if (reasoningField !== undefined) builder.seal(sealOpaque(owner, data), 'reasoning');
        else builder.addSealed('thinking', sealOpaque(owner, data));
      }
      const isDelivered = config.capabilities.finish_reason_optional && !builder.isEmpty;
      if (finish === undefined && !isDelivered) return undefined;
      const stopReason = refused ? 'refusal' : toStopReason(finish);
      return {
        stopReason,
        usage: usage ?? { inputTokens: 0, outputTokens: 0 },
        ...(model === undefined ? {} : { model }),
      };
    },
  };
}

function toStopReason(finish: string | undefined): StopReason {
  switch (finish) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'content_filter':
    case 'safety':
      return 'filter';
    case 'tool_calls':
    case 'function_call':
      return 'calls';
    case 'refusal':
      return 'refusal';
    default:
      // Servers invent others (`stop`, `eos`, `end_turn`); they all mean that the model had said what it wanted.
      return 'end';
  }
}

function throwIfError(event: ReadObject): void {
  const error = event['error'];
  if (error === undefined || error === null) return;
  const object = asObject(error) ?? {};
  const code = object['code'] ?? object['type'] ?? event['code'] ?? 'error';
  const message = asString(object['message']) ?? asString(error) ?? asString(event['message']) ?? JSON.stringify(error);
  throw new ProviderFailure(String(code), message, object);
}

function readUsage(usage: ReadObject | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const prompt = asObject(usage['prompt_tokens_details']);
  const completion = asObject(usage['completion_tokens_details']);
  const cached = prompt?.['cached_tokens'] ?? usage['prompt_cache_hit_tokens'];
  const written = prompt?.['cache_write_tokens'] ?? prompt?.['cache_creation_tokens'];
  const thinking = completion?.['reasoning_tokens'];
  return {
    inputTokens: asCount(usage['prompt_tokens']),
    outputTokens: asCount(usage['completion_tokens']),
    ...(cached === undefined || cached === null ? {} : { cacheReadTokens: asCount(cached) }),
    ...(written === undefined || written === null ? {} : { cacheWriteTokens: asCount(written) }),
    ...(thinking === undefined || thinking === null ? {} : { thinkingTokens: asCount(thinking) }),
  };
}
