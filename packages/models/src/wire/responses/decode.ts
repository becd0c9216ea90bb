import type { Json, StopReason, Usage } from '@toolstone/protocol';
import { type Ending, ProviderFailure, type ReplyDecoder } from '../codec.ts';
import type { LaneConfig } from '../lane-config.ts';
import { sealOpaque } from '../opaque.ts';
import { asArray, asCount, asObject, asString, type ReadObject } from '../read-json.ts';
import type { ReplyBuilder } from '../reply-builder.ts';

/** Reads a reply of the Responses API: its stream of typed events, or one whole response. */
export function createResponsesDecoder(config: LaneConfig, builder: ReplyBuilder): ReplyDecoder {
  const owner = { wire: 'openai-responses', model: config.model };
  let ending: Ending | undefined;
  let refused = false;
  /** Keys of parts for which deltas have come, so that the finished item is not added a second time. */
  const streamed = new Set<string>();

  function append(type: 'text' | 'thinking', event: ReadObject, suffix: string): void {
    const key = `${keyOf(event)} ${suffix}`;
    const delta = asString(event['delta']) ?? '';
    // Summaries come in parts; a blank line between them, as one reads them.
    if (type === 'thinking' && delta !== '' && streamed.has(keyOf(event)) && !streamed.has(key)) {
      builder.append('thinking', '\n\n', keyOf(event));
    }
    streamed.add(key).add(keyOf(event));
    builder.append(type, delta, keyOf(event));
  }

  function acceptItem(item: ReadObject, key: string): void {
    switch (item['type']) {
      case 'reasoning': {
        if (!streamed.has(key)) builder.append('thinking', reasoningText(item), key);
        const sealed = sealOpaque(owner, asItCame(item));
        // An item without encrypted content means nothing to a server that stores nothing.
        if (asString(item['encrypted_content']) === undefined) return;
        if (builder.hasKey(key)) builder.seal(sealed, key);
        else builder.addSealed('thinking', sealed);
        return;
      }
      case 'message': {
        for (const part of asArray(item['content']).map(asObject)) {
          if (part?.['type'] === 'refusal') refused = true;
          if (!streamed.has(key)) builder.append('text', asString(part?.['text'] ?? part?.['refusal']) ?? '', key);
        }
        const id = asString(item['id']);
        const phase = asString(item['phase']);
        if (id !== undefined) builder.seal(sealOpaque(owner, { id, ...(phase === undefined ? {} : { phase }) }), key);
        return;
      }
      case 'function_call': {
        const id = asString(item['id']);
        builder.call(key, { id: asString(item['call_id']), name: asString(item['name']) });
        builder.setCallArguments(key, asString(item['arguments']) ?? '');
        if (id !== undefined) builder.seal(sealOpaque(owner, { id }), key);
        return;
      }
      default:
        // Items of tools that run at the provider, and kinds that are not known yet.
        return;
    }
  }

  function finish(response: ReadObject | undefined, isWhole: boolean): void {
    if (response === undefined) return;
    const output = asArray(response['output']);
    // Without streaming, or from a server that skips item events, the items are only here.
    for (const [index, value] of output.entries()) {
      const item = asObject(value);
      const key = `item ${index}`;
      if (item !== undefined && (isWhole || (!builder.hasKey(key) && builder.isEmpty))) acceptItem(item, key);
    }
    const error = asObject(response['error']);
    if (response['status'] === 'failed' || (error !== undefined && response['status'] !== 'completed')) {
      throw new ProviderFailure(
        asString(error?.['code']) ?? 'server_error',
        asString(error?.['message']) ?? 'it failed',
        error ?? {},
      );
    }
    const model = asString(response['model']);
    ending = {
      stopReason: stopReasonOf(response, refused),
      usage: readUsage(asObject(response['usage'])),
      ...(model === undefined ? {} : { model }),
    };
  }

  return {
    get isDone() {
      return ending !== undefined;
    },
    accept(event) {
      switch (event['type']) {
        case 'response.output_text.delta':
          append('text', event, `text ${String(event['content_index'] ?? 0)}`);
          return;
        case 'response.refusal.delta':
          refused = true;
          append('text', event, 'refusal');
          return;
        case 'response.reasoning_summary_text.delta':
          append('thinking', event, `summary ${String(event['summary_index'] ?? 0)}`);
          return;
        case 'response.reasoning_text.delta':
          append('thinking', event, `content ${String(event['content_index'] ?? 0)}`);
          return;
        case 'response.output_item.added': {
          const item = asObject(event['item']);
          if (item?.['type'] !== 'function_call') return;
          builder.call(keyOf(event), { id: asString(item['call_id']), name: asString(item['name']) });
          return;
        }
        case 'response.function_call_arguments.delta':
          builder.callArguments(keyOf(event), asString(event['delta']) ?? '');
          return;
        case 'response.output_item.done': {
          const item = asObject(event['item']);
          if (item !== undefined) acceptItem(item, keyOf(event));
          return;
        }
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
        case 'response.done':
          finish(asObject(event['response']), false);
          return;
        case 'error':
          throw toFailure(event);
        default:
          if (event['object'] === 'response') finish(event, true);
          // An error in the shape of the other OpenAI wire.
          else if (event['type'] === undefined && asObject(event['error']) !== undefined) throw toFailure(event);
      }
    },
    end: () => ending,
  };
}

function keyOf(event: ReadObject): string {
  return `item ${String(event['output_index'] ?? asString(event['item_id']) ?? 0)}`;
}

function toFailure(event: ReadObject): ProviderFailure {
  const error = asObject(event['error']) ?? event;
  const code = asString(error['code']) ?? asString(error['type']) ?? 'server_error';
  return new ProviderFailure(code, asString(error['message']) ?? '', error);
}

function asItCame(item: ReadObject): Json {
  // Came as JSON. A null is what some servers send for "none" and what the API refuses as input.
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)) as Json;
}

function reasoningText(item: ReadObject): string {
  const pieces = [...asArray(item['summary']), ...asArray(item['content'])];
  return pieces
    .map((piece) => asString(asObject(piece)?.['text']) ?? '')
    .filter((text) => text !== '')
    .join('\n\n');
}

function stopReasonOf(response: ReadObject, refused: boolean): StopReason {
  const reason = asString(asObject(response['incomplete_details'])?.['reason']);
  if (reason === 'content_filter') return 'filter';
  if (reason !== undefined || response['status'] === 'incomplete') return 'length';
  return refused ? 'refusal' : 'end';
}

function readUsage(usage: ReadObject | undefined): Usage {
  const input = asObject(usage?.['input_tokens_details']);
  const output = asObject(usage?.['output_tokens_details']);
  const written = input?.['cache_write_tokens'];
  return {
    inputTokens: asCount(usage?.['input_tokens']),
    outputTokens: asCount(usage?.['output_tokens']),
    ...(input?.['cached_tokens'] === undefined ? {} : { cacheReadTokens: asCount(input['cached_tokens']) }),
    ...(written === undefined ? {} : { cacheWriteTokens: asCount(written) }),
    ...(output?.['reasoning_tokens'] === undefined ? {} : { thinkingTokens: asCount(output['reasoning_tokens']) }),
  };
}
