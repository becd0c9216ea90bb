import { looseObject } from '../loose.ts';
import { finiteText, isEndless, padded, type ResolvedReply, type ResolvedUsage } from '../resolve-reply.ts';
import { piecesOf } from '../script-text.ts';
import { type Answered, type Frame, sse } from '../wire.ts';

/** The body of a Chat Completion; null for a reply that never ends. */
export function wholeChat({ reply }: Answered): string | null {
  if (isEndless(reply)) return null;
  const text = finiteText(reply.text);
  const isRefusal = reply.stop === 'refusal';
  return JSON.stringify({
    ...head(reply, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: isRefusal || reply.text === undefined ? null : text,
          refusal: isRefusal ? text : null,
          ...(reply.thinking === undefined ? {} : { reasoning_content: finiteText(reply.thinking) }),
          ...(reply.calls.length === 0
            ? {}
            : {
                tool_calls: reply.calls.map((call) => ({
                  id: call.id,
                  type: 'function',
                  function: { name: call.name, arguments: finiteText(call.rawArguments) },
                })),
              }),
          annotations: [],
        },
        logprobs: null,
        finish_reason: finishReason(reply),
      },
    ],
    usage: usageOf(reply.usage),
    service_tier: 'default',
    system_fingerprint: 'fp_scripted',
  });
}

/** The chunks of a streamed Chat Completion. */
export function* chatFrames({ reply, request }: Answered): Generator<Frame> {
  const options = looseObject<'include_usage'>(looseObject<'stream_options'>(request.body).stream_options);
  const withUsage = options.include_usage === true;
  const frame = (choice: { delta: object; finish_reason?: string }): string =>
    sse({
      ...head(reply, 'chat.completion.chunk'),
      service_tier: 'default',
      system_fingerprint: 'fp_scripted',
      choices: [{ index: 0, delta: choice.delta, logprobs: null, finish_reason: choice.finish_reason ?? null }],
      ...(withUsage ? { usage: null } : {}),
    });
  yield { text: frame({ delta: { role: 'assistant', content: '', refusal: null } }) };
  for (const piece of reply.thinking === undefined ? [] : piecesOf(reply.thinking, reply.chunkChars)) {
    yield { text: frame({ delta: { reasoning_content: piece } }) };
  }
  const field = reply.stop === 'refusal' ? 'refusal' : 'content';
  for (const piece of reply.text === undefined ? [] : piecesOf(reply.text, reply.chunkChars)) {
    yield { text: frame({ delta: { [field]: piece } }) };
  }
  for (const [index, call] of reply.calls.entries()) {
    const begin = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
    yield { text: frame({ delta: { tool_calls: [begin] } }) };
    for (const piece of piecesOf(call.rawArguments, reply.chunkChars)) {
      yield { text: frame({ delta: { tool_calls: [{ index, function: { arguments: piece } }] } }) };
    }
  }
  yield { text: frame({ delta: {}, finish_reason: finishReason(reply) }), isFinish: true };
  if (withUsage) {
    const last = { ...head(reply, 'chat.completion.chunk'), choices: [], usage: usageOf(reply.usage) };
    yield { text: sse(last), isFinish: true };
  }
  yield { text: sse('[DONE]'), isFinish: true };
}

function head(reply: ResolvedReply, object: string): object {
  return {
    id: `chatcmpl-${padded(reply.sequence)}`,
    object,
    created: reply.createdSeconds,
    model: reply.model,
  };
}

function finishReason({ stop }: ResolvedReply): string {
  if (typeof stop === 'object') return stop.raw;
  switch (stop) {
    case 'calls':
      return 'tool_calls';
    case 'length':
      return 'length';
    case 'filter':
      return 'content_filter';
    case 'end':
    case 'refusal':
      return 'stop';
  }
}

function usageOf(usage: ResolvedUsage): object {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cacheReadTokens,
      cache_write_tokens: usage.cacheWriteTokens,
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: usage.thinkingTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
