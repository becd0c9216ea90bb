import type { AskedCall, LogRecord, RecordOf, Ruling, Surface, ToolResult, View } from '@toolstone/protocol';
import { addOutput, type LiveOutput, noOutput } from './live-output.ts';

export type CardPhase = 'waiting' | 'asking' | 'running' | 'done';

export interface CardAnswer {
  readonly decision: 'yes' | 'no';
  readonly by: string;
  readonly surface: Surface;
  readonly message?: string;
  readonly isAlways: boolean;
}

/** One call as the screen knows it, from the model's words to its result. */
export interface Card {
  readonly callId: string;
  readonly tool: string;
  /** As written by the model or the person, unparsed. */
  readonly arguments: string;
  readonly caller: 'model' | 'person';
  readonly phase: CardPhase;
  /** What the call does, once it has been prepared. */
  readonly header?: string;
  readonly preview: readonly View[];
  readonly output: LiveOutput;
  readonly startedAtMs?: number;
  readonly ruling?: Ruling;
  readonly answer?: CardAnswer;
  readonly result?: ToolResult;
  readonly durationMs?: number;
}

export const newCard = (call: Pick<Card, 'callId' | 'tool' | 'arguments' | 'caller'>): Card => ({
  ...call,
  phase: 'waiting',
  preview: [],
  output: noOutput,
});

export const askCard = (card: Card, asked: AskedCall): Card => ({
  ...card,
  phase: 'asking',
  header: asked.header,
  preview: asked.preview,
  arguments: asked.arguments,
  ruling: asked.ruling,
});

export function answerCard(card: Card, record: RecordOf<'approval.answered'>): Card {
  const decision = record.body.decisions.find(({ callId }) => callId === card.callId)?.decision;
  if (decision === undefined) return card;
  return {
    ...card,
    phase: 'waiting',
    answer: {
      decision,
      by: record.principal,
      surface: record.surface,
      isAlways: (record.body.always?.length ?? 0) > 0,
      // What was said once is shown once, with the first call that it was about.
      ...(record.body.message !== undefined &&
        record.body.decisions[0]?.callId === card.callId && { message: record.body.message }),
    },
  };
}

export const startCard = (card: Card, { at, body }: RecordOf<'call.started'>): Card => ({
  ...card,
  phase: 'running',
  startedAtMs: timeOf({ at }),
  ruling: body.ruling,
  ...(body.header !== undefined && { header: body.header }),
});

export const finishCard = (card: Card, { body }: RecordOf<'call.finished'>): Card => ({
  ...card,
  phase: 'done',
  result: body.result,
  durationMs: body.durationMs,
  ...(body.header !== undefined && { header: body.header }),
});

export const printToCard = (card: Card, text: string): Card => ({ ...card, output: addOutput(card.output, text) });

export const timeOf = ({ at }: Pick<LogRecord, 'at'>): number => Date.parse(at);
