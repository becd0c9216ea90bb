import { parsedOrText } from '../loose.ts';
import { finiteText, isEndless, padded, type ResolvedReply, type ResolvedUsage } from '../resolve-reply.ts';
import { piecesOf } from '../script-text.ts';
import { sealOf } from '../seal.ts';
import { type Answered, type Frame, sse } from '../wire.ts';

/** The body of a message; null for a reply that never ends. */
export function wholeAnthropic({ reply }: Answered): string | null {
  if (isEndless(reply)) return null;
  const thinking = finiteText(reply.thinking);
  return JSON.stringify({
    ...head(reply),
    content: [
      ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: sealOf(thinking) }]),
      ...redacted(reply),
      ...(reply.text === undefined ? [] : [{ type: 'text', text: finiteText(reply.text), citations: null }]),
      ...reply.calls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: parsedOrText(finiteText(call.rawArguments)),
        caller: { type: 'direct' },
      })),
    ],
    stop_reason: stopReason(reply),
    stop_sequence: null,
    stop_details: stopDetails(reply),
    usage: { ...inputUsage(reply.usage), ...outputUsage(reply.usage) },
  });
}

/** The events of a streamed message. */
export function* anthropicFrames({ reply }: Answered): Generator<Frame> {
  yield event({
    type: 'message_start',
    message: {
      ...head(reply),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: { ...inputUsage(reply.usage), output_tokens: 1 },
    },
  });
  yield event({ type: 'ping' });
  let index = 0;
  if (reply.thinking !== undefined) {
    yield start(index, { type: 'thinking', thinking: '', signature: '' });
    for (const piece of piecesOf(reply.thinking, reply.chunkChars)) {
      yield delta(index, { type: 'thinking_delta', thinking: piece });
    }
    yield delta(index, { type: 'signature_delta', signature: sealOf(finiteText(reply.thinking)) });
    yield stop(index);
    index += 1;
  }
  for (const block of redacted(reply)) {
    yield start(index, block);
    yield stop(index);
    index += 1;
  }
  if (reply.text !== undefined) {
    yield start(index, { type: 'text', text: '', citations: null });
    for (const piece of piecesOf(reply.text, reply.chunkChars)) yield delta(index, { type: 'text_delta', text: piece });
    yield stop(index);
    index += 1;
  }
  for (const call of reply.calls) {
    yield start(index, { type: 'tool_use', id: call.id, name: call.name, input: {}, caller: { type: 'direct' } });
    yield delta(index, { type: 'input_json_delta', partial_json: '' });
    for (const piece of piecesOf(call.rawArguments, reply.chunkChars)) {
      yield delta(index, { type: 'input_json_delta', partial_json: piece });
    }
    yield stop(index);
    index += 1;
  }
  yield {
    ...event({
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null, stop_details: stopDetails(reply) },
      usage: { ...inputUsage(reply.usage), ...outputUsage(reply.usage) },
    }),
    isFinish: true,
  };
  yield { ...event({ type: 'message_stop' }), isFinish: true };
}

function event(data: { readonly type: string; readonly [key: string]: unknown }): Frame {
  return { text: sse(data, data.type) };
}

function start(index: number, block: object): Frame {
  return event({ type: 'content_block_start', index, content_block: block });
}

function delta(index: number, change: object): Frame {
  return event({ type: 'content_block_delta', index, delta: change });
}

function stop(index: number): Frame {
  return event({ type: 'content_block_stop', index });
}

function head(reply: ResolvedReply): object {
  return {
    id: `msg_${padded(reply.sequence)}`,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    container: null,
  };
}

function redacted(reply: ResolvedReply): readonly object[] {
  return reply.redactedThinking === undefined ? [] : [{ type: 'redacted_thinking', data: reply.redactedThinking }];
}

function stopReason({ stop: reason }: ResolvedReply): string {
  if (typeof reason === 'object') return reason.raw;
  switch (reason) {
    case 'end':
      return 'end_turn';
    case 'calls':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'refusal':
    case 'filter':
      return 'refusal';
  }
}

function stopDetails(reply: ResolvedReply): object | null {
  return stopReason(reply) === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null;
}

/** Anthropic counts cached tokens beside `input_tokens`, not within. */
function inputUsage(usage: ResolvedUsage): object {
  return {
    input_tokens: Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens),
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
    service_tier: 'standard',
  };
}

function outputUsage(usage: ResolvedUsage): object {
  return {
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.thinkingTokens },
  };
}
