import type { Part, RecordOf } from '@toolstone/protocol';
import type { Message } from '../ports/lane.ts';
import { modelParts, partsText } from '../tool/render-result.ts';
import type { OpenBatch, PendingInput } from './view.ts';

/** What people said, as one message; undefined where there is nothing to say. */
export function inputsMessage(
  inputs: readonly PendingInput[],
  undonePaths: readonly string[],
  advisories: readonly string[] = [],
): Message | undefined {
  const parts: Part[] = [
    ...advisories.map((advisory): Part => ({ type: 'text', text: advisory })),
    ...(undonePaths.length > 0 ? [undoNotice(undonePaths)] : []),
    ...inputs.flatMap(({ body }) => (body.type === 'message' ? body.parts : [])),
  ];
  return parts.length > 0 ? { role: 'user', parts } : undefined;
}

const undoNotice = (paths: readonly string[]): Part => ({
  type: 'text',
  text: `The person took back earlier changes to: ${[...new Set(paths)].join(', ')}. Read these files again before you rely on them.`,
});

/** The results of a batch in the order of its calls: each call of the reply is answered, whatever became of it. */
export function foldedMessages(batch: OpenBatch, folded: RecordOf<'batch.folded'>): readonly Message[] {
  return batch.calls.map(({ callId, name }): Message => {
    const entry = folded.body.results.find((result) => result.callId === callId);
    const finished = batch.finished.get(callId);
    const parts = entry?.parts ?? (finished ? modelParts(finished.body.result) : [noResult]);
    return { role: 'tool', callId, name, isError: entry?.status !== 'ok', parts };
  });
}

const noResult: Part = {
  type: 'text',
  text: 'Error CALL_UNANSWERED: no result was recorded. Check the state of things before you repeat it',
};

const MAX_SHOWN_CHARS = 4096;

/** A call that a person made by hand, as the model is told of it when it is next asked. */
export function personCallMessage(batch: OpenBatch, folded: RecordOf<'batch.folded'>): Message {
  const texts = batch.calls.map(({ callId, name, arguments: args }) => {
    const entry = folded.body.results.find((result) => result.callId === callId);
    const finished = batch.finished.get(callId);
    const parts = entry?.parts ?? (finished ? modelParts(finished.body.result) : []);
    return `[The person ran ${name} ${args} by hand. Result:]\n${partsText(parts).slice(0, MAX_SHOWN_CHARS)}`;
  });
  return { role: 'user', parts: [{ type: 'text', text: texts.join('\n') }] };
}

export const summaryMessage = (summary: string): Message => ({
  role: 'user',
  parts: [
    {
      type: 'text',
      text: `[The conversation so far was too long to keep whole. This summary replaces it; files must be read again before they are edited.]\n\n${summary}`,
    },
  ],
});
