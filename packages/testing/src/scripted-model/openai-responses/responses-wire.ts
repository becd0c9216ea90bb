import { looseObject, stringOf } from '../loose.ts';
import { openAiErrorOf, openAiFailure, openAiRefusal } from '../openai-error.ts';
import { isEndless } from '../resolve-reply.ts';
import { sse, type Wire } from '../wire.ts';
import { checkResponses } from './check-responses.ts';
import { createResponseMemory } from './response-memory.ts';
import { outputOf, responseIdOf, responseObject } from './response-object.ts';
import { type InputItem, isStored, itemsOf } from './responses-body.ts';
import { viewResponses } from './view-responses.ts';
import { responseFrames, wholeResponse } from './write-responses.ts';

/** OpenAI Responses, with a memory of the responses that it may store. */
export function createResponsesWire(): Wire {
  const memory = createResponseMemory();
  return {
    name: 'openai-responses',
    check: (request) => checkResponses(request, memory),
    view: viewResponses,
    whole: wholeResponse,
    frames: responseFrames,
    streamHeaders: () => ({ 'content-type': 'text/event-stream; charset=utf-8' }),
    failure: openAiFailure,
    refusal: openAiRefusal,
    failureFrame: (error, answered, sent) => {
      const { code, message, param } = openAiErrorOf(error);
      if (error.form === 'error') {
        return { text: sse({ type: 'error', code, message, param, sequence_number: sent }, 'error') };
      }
      const failed = responseObject(answered, {
        status: 'failed',
        output: [],
        error: { code: code ?? 'server_error', message },
      });
      const event = { type: 'response.failed', response: failed, sequence_number: sent };
      return { text: sse(event, 'response.failed') };
    },
    remember: (answered) => {
      const { request, reply } = answered;
      if (!isStored(request.body) || isEndless(reply)) return;
      const previousId = looseObject<'previous_response_id'>(request.body).previous_response_id;
      const before = memory.history(stringOf(previousId)) ?? [];
      const output: readonly InputItem[] = outputOf(answered).map((item) => looseObject(item));
      memory.store(responseIdOf(reply), [...before, ...itemsOf(request.body), ...output]);
    },
  };
}
