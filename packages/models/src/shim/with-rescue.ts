import type { Lane, LaneEvent, LaneReply, LaneRequest } from '@toolstone/kernel';
import type { AssistantPart } from '@toolstone/protocol';
import { areUnambiguous, findPrintedCalls } from './printed-calls.ts';

/**
 * The lane with calls that a model printed as text taken as calls, which local servers and small models do. Only where
 * it is beyond doubt (see `areUnambiguous`), the reply has no native call, and it was not cut by a limit. The text that
 * was streamed is voided by `reset`, and what was said beside the calls is told again.
 */
export function withRescue(lane: Lane): Lane {
  return {
    ...lane,
    async *stream(request, signal) {
      for await (const event of lane.stream(request, signal)) {
        if (event.type !== 'reply') {
          yield event;
          continue;
        }
        yield* rescued(event.reply, request);
      }
    },
  };
}

function* rescued(reply: LaneReply, request: LaneRequest): Generator<LaneEvent> {
  const parts = reply.stopReason === 'end' ? rescuedParts(reply.parts, request) : undefined;
  if (parts === undefined) {
    yield { type: 'reply', reply };
    return;
  }
  yield { type: 'reset' };
  for (const part of parts) if (part.type !== 'call' && part.text !== '') yield { type: part.type, text: part.text };
  yield { type: 'reply', reply: { ...reply, parts, stopReason: 'calls' } };
}

function rescuedParts(parts: readonly AssistantPart[], request: LaneRequest): readonly AssistantPart[] | undefined {
  if (request.tools.length === 0 || parts.some((part) => part.type === 'call')) return undefined;
  const texts = parts.filter((part) => part.type === 'text');
  const text = texts.map((part) => part.text).join('');
  const found = findPrintedCalls(text, request.tools);
  if (!areUnambiguous(found, text, request.tools)) return undefined;
  return [
    ...parts.filter((part) => part.type === 'thinking'),
    ...(found.rest === '' ? [] : [{ type: 'text' as const, text: found.rest }]),
    ...found.calls.map((call) => ({ type: 'call' as const, callId: request.nextCallId(), ...call })),
  ];
}
