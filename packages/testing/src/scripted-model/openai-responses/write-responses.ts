import { finiteText, isEndless } from '../resolve-reply.ts';
import { piecesOf } from '../script-text.ts';
import { type Answered, type Frame, sse } from '../wire.ts';
import {
  callItem,
  finalStatus,
  messageItem,
  messagePart,
  type OutputItem,
  outputOf,
  reasoningItem,
  responseObject,
} from './response-object.ts';

/** The body of a response; null for a reply that never ends. */
export function wholeResponse(answered: Answered): string | null {
  if (isEndless(answered.reply)) return null;
  return JSON.stringify(responseObject(answered, { status: finalStatus(answered.reply), output: outputOf(answered) }));
}

interface EventData {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The events of a streamed response. */
export function* responseFrames(answered: Answered): Generator<Frame> {
  const { reply } = answered;
  let sequence = 0;
  const event = (data: EventData): Frame => {
    const numbered = { ...data, sequence_number: sequence };
    sequence += 1;
    return { text: sse(numbered, data.type) };
  };
  const response = responseObject(answered, { status: 'in_progress', output: [] });
  yield event({ type: 'response.created', response });
  yield event({ type: 'response.in_progress', response });
  let outputIndex = 0;
  for (const data of contentEvents(answered)) {
    yield event({ ...data, output_index: outputIndex });
    if (data.type === 'response.output_item.done') outputIndex += 1;
  }
  const status = finalStatus(reply);
  const final = responseObject(answered, { status, output: outputOf(answered) });
  yield { ...event({ type: `response.${status}`, response: final }), isFinish: true };
}

function* contentEvents(answered: Answered): Generator<EventData> {
  const { reply } = answered;
  if (reply.thinking !== undefined) yield* reasoningEvents(answered);
  if (reply.text !== undefined) yield* messageEvents(answered);
  for (const [index, call] of reply.calls.entries()) {
    const begun = callItem(reply, index, 'in_progress');
    const done = callItem(reply, index, 'completed');
    yield { type: 'response.output_item.added', item: begun };
    for (const delta of piecesOf(call.rawArguments, reply.chunkChars)) {
      yield { type: 'response.function_call_arguments.delta', item_id: begun.id, delta };
    }
    yield {
      type: 'response.function_call_arguments.done',
      item_id: begun.id,
      name: call.name,
      arguments: finiteText(call.rawArguments),
    };
    yield { type: 'response.output_item.done', item: done };
  }
}

function* reasoningEvents(answered: Answered): Generator<EventData> {
  const { reply } = answered;
  const text = finiteText(reply.thinking);
  const begun = reasoningItem(answered, '');
  const at = { item_id: begun.id, summary_index: 0 };
  yield { type: 'response.output_item.added', item: begun };
  yield { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } };
  for (const delta of piecesOf(reply.thinking ?? '', reply.chunkChars)) {
    yield { type: 'response.reasoning_summary_text.delta', ...at, delta };
  }
  yield { type: 'response.reasoning_summary_text.done', ...at, text };
  yield { type: 'response.reasoning_summary_part.done', ...at, part: { type: 'summary_text', text } };
  yield { type: 'response.output_item.done', item: reasoningItem(answered, text) };
}

function* messageEvents({ reply }: Answered): Generator<EventData> {
  const text = finiteText(reply.text);
  const isRefusal = reply.stop === 'refusal';
  const done = messageItem(reply, text);
  const begun: OutputItem = { ...done, status: 'in_progress', content: [] };
  const at = { item_id: done.id, content_index: 0 };
  const kind = isRefusal ? 'refusal' : 'output_text';
  yield { type: 'response.output_item.added', item: begun };
  yield { type: 'response.content_part.added', ...at, part: messagePart(reply, '') };
  for (const delta of piecesOf(reply.text ?? '', reply.chunkChars)) {
    yield { type: `response.${kind}.delta`, ...at, delta, ...(isRefusal ? {} : { logprobs: [] }) };
  }
  yield { type: `response.${kind}.done`, ...at, ...(isRefusal ? { refusal: text } : { text, logprobs: [] }) };
  yield { type: 'response.content_part.done', ...at, part: messagePart(reply, text) };
  yield { type: 'response.output_item.done', item: done };
}
