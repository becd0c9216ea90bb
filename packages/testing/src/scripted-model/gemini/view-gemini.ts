import { isObject, looseObject, stringOf } from '../loose.ts';
import {
  lastUserTextOf,
  type RequestView,
  type ViewedImage,
  type ViewedMessage,
  type ViewedResult,
} from '../recorded-request.ts';
import {
  callsOf,
  contentsOf,
  fieldOf,
  functionsOf,
  type GeminiContent,
  type GeminiPart,
  partsOf,
  responsesOf,
} from './gemini-body.ts';

export function viewGemini(body: unknown): RequestView {
  const all = contentsOf(body);
  const messages: ViewedMessage[] = [];
  const toolResults: ViewedResult[] = [];
  const images: ViewedImage[] = [];
  const lastReply = all.findLastIndex((content) => content.role === 'model');
  for (const [index, content] of all.entries()) {
    for (const response of responsesOf(content)) {
      const viewed = viewResponse(response);
      toolResults.push({ ...viewed, isNew: index > lastReply });
      messages.push({ role: 'tool', text: viewed.content, thinking: '', calls: [] });
      images.push(...partsOf(response).flatMap((part) => viewImage(part, 'tool')));
    }
    images.push(...partsOf(content).flatMap((part) => viewImage(part, 'user')));
    if (partsOf(content).some((part) => part.functionResponse === undefined)) messages.push(viewMessage(content));
  }
  return {
    system: textOf(partsOf(fieldOf(body, 'systemInstruction'))),
    messages,
    tools: functionsOf(body).map((declared) => ({
      name: stringOf(declared.name),
      description: stringOf(declared.description),
      schema: declared.parametersJsonSchema ?? declared.parameters,
    })),
    toolResults,
    images,
    lastUserText: lastUserTextOf(messages),
  };
}

function viewMessage(content: GeminiContent): ViewedMessage {
  const parts = partsOf(content);
  return {
    role: content.role === 'model' ? 'assistant' : 'user',
    text: textOf(parts.filter((part) => part.thought !== true)),
    thinking: textOf(parts.filter((part) => part.thought === true)),
    calls: callsOf(content).map((call) => ({
      id: stringOf(call.id),
      name: stringOf(call.name),
      arguments: call.args ?? {},
    })),
  };
}

/** The text of `output` or `error` where the client follows that convention, else the response as JSON. */
function viewResponse(response: {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly response?: unknown;
}): Omit<ViewedResult, 'isNew'> {
  const { output, error } = looseObject<'output' | 'error'>(response.response);
  const value = output ?? error ?? response.response;
  return {
    callId: stringOf(response.id),
    name: stringOf(response.name),
    content: typeof value === 'string' ? value : JSON.stringify(value ?? null),
    isError: isObject(response.response) && error !== undefined,
  };
}

function viewImage(part: GeminiPart, within: 'user' | 'tool'): readonly ViewedImage[] {
  if (part.inlineData === undefined) return [];
  return [
    {
      mediaType: stringOf(fieldOf(part.inlineData, 'mimeType')),
      data: stringOf(fieldOf(part.inlineData, 'data')),
      within,
    },
  ];
}

function textOf(parts: readonly GeminiPart[]): string {
  return parts.map((part) => stringOf(part.text)).join('');
}
