import { openAiErrorOf, openAiFailure, openAiRefusal } from '../openai-error.ts';
import { sse, type Wire } from '../wire.ts';
import { checkChat } from './check-chat.ts';
import { viewChat } from './view-chat.ts';
import { chatFrames, wholeChat } from './write-chat.ts';

/** OpenAI-compatible Chat Completions. */
export const chatWire: Wire = {
  name: 'openai-chat',
  check: checkChat,
  view: viewChat,
  whole: wholeChat,
  frames: chatFrames,
  streamHeaders: () => ({ 'content-type': 'text/event-stream; charset=utf-8' }),
  failure: openAiFailure,
  refusal: openAiRefusal,
  failureFrame: (error) => {
    const { status: _status, ...rest } = openAiErrorOf(error);
    return { text: sse({ error: rest }) };
  },
};
