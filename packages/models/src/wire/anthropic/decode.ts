import type { Json, StopReason, Usage } from '@toolstone/protocol';
import { type Ending, ProviderFailure, type ReplyDecoder } from '../codec.ts';
import type { LaneConfig } from '../lane-config.ts';
import { sealOpaque } from '../opaque.ts';
import { asArray, asCount, asObject, asString, type ReadObject } from '../read-json.ts';
import type { ReplyBuilder } from '../reply-builder.ts';

interface ThinkingBlock {
  thinking: string;
  signature: string;
}

/** Reads a reply of the Messages API: its event stream, or one whole message. */
export function createAnthropicDecoder(config: LaneConfig, builder: ReplyBuilder): ReplyDecoder {
  const owner = { wire: 'anthropic', model: config.model };
  const thinking = new Map<string, ThinkingBlock>();
  let usage: ReadObject = {};
  let stop: string | undefined;
  let model: string | undefined;
  let isDone = false;

  function begin(block: ReadObject, key: string): void {
    switch (block['type']) {
      case 'text':
        builder.append('text', asString(block['text']) ?? '', key);
        return;
      case 'thinking':
        thinking.set(key, { thinking: '', signature: asString(block['signature']) ?? '' });
        think(key, asString(block['thinking']) ?? '');
        return;
      case 'redacted_thinking':
        // Came as JSON, goes back as the same JSON.
        builder.addSealed('thinking', sealOpaque(owner, block as Json));
        return;
      case 'tool_use': {
        builder.call(key, { id: asString(block['id']), name: asString(block['name']) });
        const input = asObject(block['input']);
        // A stream begins with an empty input and sends the real one in pieces.
        if (input !== undefined && Object.keys(input).length > 0) builder.setCallArguments(key, JSON.stringify(input));
        return;
      }
    }
  }

  function think(key: string, delta: string): void {
    const block = thinking.get(key);
    if (block !== undefined) block.thinking += delta;
    builder.append('thinking', delta, key);
  }

  function change(delta: ReadObject, key: string): void {
    switch (delta['type']) {
      case 'text_delta':
        builder.append('text', asString(delta['text']) ?? '', key);
        return;
      case 'thinking_delta':
        think(key, asString(delta['thinking']) ?? '');
        return;
      case 'signature_delta': {
        const block = thinking.get(key);
        if (block !== undefined) block.signature += asString(delta['signature']) ?? '';
        return;
      }
      case 'input_json_delta':
        builder.callArguments(key, asString(delta['partial_json']) ?? '');
        return;
    }
  }

  function close(key: string): void {
    const block = thinking.get(key);
    if (block === undefined || block.signature === '') return;
    const sealed = sealOpaque(owner, { type: 'thinking', thinking: block.thinking, signature: block.signature });
    if (builder.hasKey(key)) builder.seal(sealed, key);
    else builder.addSealed('thinking', sealed);
    thinking.delete(key);
  }

  function acceptMessage(message: ReadObject | undefined): void {
    model = asString(message?.['model']) ?? model;
    usage = { ...usage, ...known(asObject(message?.['usage'])) };
    stop = asString(message?.['stop_reason']) ?? stop;
  }

  return {
    get isDone() {
      return isDone;
    },
    accept(event) {
      const key = `block ${String(event['index'] ?? 0)}`;
      switch (event['type']) {
        case 'message_start':
          acceptMessage(asObject(event['message']));
          return;
        case 'content_block_start':
          begin(asObject(event['content_block']) ?? {}, key);
          return;
        case 'content_block_delta':
          change(asObject(event['delta']) ?? {}, key);
          return;
        case 'content_block_stop':
          close(key);
          return;
        case 'message_delta':
          stop = asString(asObject(event['delta'])?.['stop_reason']) ?? stop;
          usage = { ...usage, ...known(asObject(event['usage'])) };
          return;
        case 'message_stop':
          isDone = true;
          return;
        case 'message':
          acceptMessage(event);
          for (const [index, block] of asArray(event['content']).entries()) {
            begin(asObject(block) ?? {}, `block ${index}`);
            close(`block ${index}`);
          }
          isDone = true;
          return;
        case 'error': {
          const error = asObject(event['error']) ?? {};
          throw new ProviderFailure(asString(error['type']) ?? 'api_error', asString(error['message']) ?? '', error);
        }
      }
    },
    end(): Ending | undefined {
      if (stop === undefined && !(config.capabilities.finish_reason_optional && !builder.isEmpty)) return undefined;
      return { stopReason: toStopReason(stop), usage: readUsage(usage), ...(model === undefined ? {} : { model }) };
    },
  };
}

/** Later counts replace earlier ones only where they are given. */
function known(usage: ReadObject | undefined): ReadObject {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, value]) => value !== null));
}

function toStopReason(stop: string | undefined): StopReason {
  switch (stop) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'refusal':
      return 'refusal';
    case 'tool_use':
      return 'calls';
    default:
      return 'end';
  }
}

function readUsage(usage: ReadObject): Usage {
  const read = usage['cache_read_input_tokens'];
  const written = usage['cache_creation_input_tokens'];
  const thinking = asObject(usage['output_tokens_details'])?.['thinking_tokens'];
  return {
    // The wire counts only what no cache had part in.
    inputTokens: asCount(usage['input_tokens']) + asCount(read) + asCount(written),
    outputTokens: asCount(usage['output_tokens']),
    ...(read === undefined ? {} : { cacheReadTokens: asCount(read) }),
    ...(written === undefined ? {} : { cacheWriteTokens: asCount(written) }),
    ...(thinking === undefined ? {} : { thinkingTokens: asCount(thinking) }),
  };
}
