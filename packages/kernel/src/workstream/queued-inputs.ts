import type { InboxMessage } from '@toolstone/protocol';
import type { PendingInput } from '../log/view.ts';
import type { DraftRecord } from '../pipeline/call.ts';

/** A message or a call by hand as it is queued: durable before it is acknowledged, taken once however often it is sent. */
export function receivedInput(
  message: Extract<InboxMessage, { type: 'message' | 'call' }>,
  nextCallId: () => string,
): DraftRecord {
  return {
    kind: 'input.received',
    commitKey: `input.received:${message.id}`,
    body:
      message.type === 'message'
        ? { type: 'message', inputId: message.id, parts: message.parts }
        : {
            type: 'call',
            inputId: message.id,
            callId: nextCallId(),
            tool: message.tool,
            arguments: message.arguments,
          },
  };
}

/** What waits no longer, because a person took it back. */
export const withdrawnInput = (inputId: string): DraftRecord => ({
  kind: 'input.withdrawn',
  commitKey: `input.withdrawn:${inputId}`,
  body: { inputId },
});

/** What the next turn takes: messages together up to the next call by hand, which is a turn of its own. */
export function nextInputs(pending: readonly PendingInput[]): readonly PendingInput[] {
  const call = pending.findIndex(({ body }) => body.type === 'call');
  return pending.slice(0, call < 0 ? undefined : Math.max(call, 1));
}
