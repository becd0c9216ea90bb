import { listOf, looseObject } from '../loose.ts';
import { finiteText, padded, type ResolvedReply } from '../resolve-reply.ts';
import { sealedToken } from '../seal.ts';
import type { Answered } from '../wire.ts';
import { isStored, type ResponsesBody, wantsEncrypted } from './responses-body.ts';

export interface OutputItem {
  readonly type: 'reasoning' | 'message' | 'function_call';
  readonly id: string;
  readonly [field: string]: unknown;
}

export function responseIdOf(reply: ResolvedReply): string {
  return `resp_${padded(reply.sequence)}`;
}

export function reasoningItem({ reply, request }: Answered, text: string): OutputItem {
  return {
    id: `rs_${padded(reply.sequence)}`,
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    ...(wantsEncrypted(request.body) ? { encrypted_content: sealedToken(reply.sequence, 0) } : {}),
  };
}

export function messageItem(reply: ResolvedReply, text: string): OutputItem {
  return {
    id: `msg_${padded(reply.sequence)}`,
    type: 'message',
    role: 'assistant',
    status: isCut(reply) ? 'incomplete' : 'completed',
    content: [messagePart(reply, text)],
  };
}

export function messagePart(reply: ResolvedReply, text: string): object {
  return reply.stop === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function callItem(reply: ResolvedReply, index: number, status: 'in_progress' | 'completed'): OutputItem {
  const call = reply.calls[index];
  return {
    id: `fc_${padded(reply.sequence)}_${index}`,
    type: 'function_call',
    call_id: call?.id ?? '',
    name: call?.name ?? '',
    arguments: status === 'completed' ? finiteText(call?.rawArguments) : '',
    status,
  };
}

/** The items of a reply that ends, in order. */
export function outputOf(answered: Answered): readonly OutputItem[] {
  const { reply } = answered;
  return [
    ...(reply.thinking === undefined ? [] : [reasoningItem(answered, finiteText(reply.thinking))]),
    ...(reply.text === undefined ? [] : [messageItem(reply, finiteText(reply.text))]),
    ...reply.calls.map((_call, index) => callItem(reply, index, 'completed')),
  ];
}

export type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed';

/** The response object around its output. */
export function responseObject(
  { reply, request }: Answered,
  state: { readonly status: ResponseStatus; readonly output: readonly OutputItem[]; readonly error?: object },
): object {
  const body: ResponsesBody = looseObject(request.body);
  const isOver = state.status === 'completed' || state.status === 'incomplete';
  return {
    id: responseIdOf(reply),
    object: 'response',
    created_at: reply.createdSeconds,
    status: state.status,
    background: false,
    error: state.error ?? null,
    incomplete_details: state.status === 'incomplete' ? { reason: incompleteReason(reply) } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    model: reply.model,
    output: state.output,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    reasoning: body.reasoning ?? { effort: null, summary: null },
    service_tier: 'default',
    store: isStored(request.body),
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: body.tool_choice ?? 'auto',
    tools: listOf(body.tools),
    top_p: 1,
    truncation: 'disabled',
    usage: isOver ? usageOf(reply) : null,
    metadata: {},
  };
}

export function finalStatus(reply: ResolvedReply): 'completed' | 'incomplete' {
  return isCut(reply) ? 'incomplete' : 'completed';
}

/** A raw stop reason is the reason of an incomplete response: this wire has no other place for one. */
function isCut(reply: ResolvedReply): boolean {
  return reply.stop === 'length' || reply.stop === 'filter' || typeof reply.stop === 'object';
}

function incompleteReason({ stop }: ResolvedReply): string {
  if (typeof stop === 'object') return stop.raw;
  return stop === 'length' ? 'max_output_tokens' : 'content_filter';
}

function usageOf({ usage }: ResolvedReply): object {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens, cache_write_tokens: usage.cacheWriteTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.thinkingTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}
