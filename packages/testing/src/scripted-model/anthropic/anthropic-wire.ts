import { sse, type Wire } from '../wire.ts';
import { anthropicErrorOf, anthropicFailure, anthropicRefusal } from './anthropic-error.ts';
import { checkAnthropic } from './check-anthropic.ts';
import { viewAnthropic } from './view-anthropic.ts';
import { anthropicFrames, wholeAnthropic } from './write-anthropic.ts';

/** Anthropic Messages. */
export const anthropicWire: Wire = {
  name: 'anthropic',
  check: checkAnthropic,
  view: viewAnthropic,
  whole: wholeAnthropic,
  frames: anthropicFrames,
  streamHeaders: () => ({ 'content-type': 'text/event-stream; charset=utf-8' }),
  failure: anthropicFailure,
  refusal: anthropicRefusal,
  failureFrame: (error) => ({ text: sse(anthropicErrorOf(error), 'error') }),
};
