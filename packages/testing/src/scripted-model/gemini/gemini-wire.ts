import { sse, type Wire } from '../wire.ts';
import { checkGemini } from './check-gemini.ts';
import { geminiErrorOf, geminiFailure, geminiRefusal } from './gemini-error.ts';
import { viewGemini } from './view-gemini.ts';
import { geminiFrames, wholeGemini } from './write-gemini.ts';

/** Gemini's generateContent and streamGenerateContent. */
export const geminiWire: Wire = {
  name: 'gemini',
  check: checkGemini,
  view: viewGemini,
  whole: wholeGemini,
  frames: geminiFrames,
  streamHeaders: (request) => ({
    'content-type': request.path.includes('alt=sse') ? 'text/event-stream' : 'application/json; charset=UTF-8',
  }),
  failure: geminiFailure,
  refusal: geminiRefusal,
  failureFrame: (error) => ({ text: sse(geminiErrorOf(error)).replaceAll('\n', '\r\n') }),
};
