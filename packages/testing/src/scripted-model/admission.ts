import type { WireName } from './recorded-request.ts';
import type { Asked } from './route.ts';
import type { ScriptedError } from './script.ts';

/** A rough measure that is the same for every text: tests set the window, not the tokens. */
const bytesPerToken = 4;

export function promptTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerToken);
}

/** Why a request without the key of the script is not let in; null when it is. */
export function keyError(
  wire: WireName,
  request: Pick<Asked, 'headers' | 'path'>,
  apiKey: string | undefined,
): ScriptedError | null {
  if (apiKey === undefined) return null;
  const key = keyOf(wire, request);
  if (key === undefined) return missingKey(wire);
  return key === apiKey ? null : { kind: 'auth' };
}

/** Why a model that the script does not list is not found; null when any may be asked. */
export function modelError(wire: WireName, model: string, models: readonly string[] | undefined): ScriptedError | null {
  return models === undefined || models.includes(model) ? null : unknownModel(wire, model);
}

/** Prompts above the context window of the script, each provider in its own words. */
export function overflowError(wire: WireName, bytes: number, contextWindow: number | undefined): ScriptedError | null {
  const tokens = promptTokens(bytes);
  if (contextWindow === undefined || tokens <= contextWindow) return null;
  const kind = 'context-overflow';
  switch (wire) {
    case 'openai-chat':
      return {
        kind,
        message: `This model's maximum context length is ${contextWindow} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      };
    case 'openai-responses':
      return {
        kind,
        param: 'input',
        message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
      };
    case 'anthropic':
      return { kind, message: `prompt is too long: ${tokens} tokens > ${contextWindow} maximum` };
    case 'gemini':
      return {
        kind,
        message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${contextWindow}).`,
      };
  }
}

function keyOf(wire: WireName, request: Pick<Asked, 'headers' | 'path'>): string | undefined {
  const { headers } = request;
  const bearer = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return bearer;
    case 'anthropic':
      return headers['x-api-key'] ?? bearer;
    case 'gemini':
      return headers['x-goog-api-key'] ?? new URLSearchParams(request.path.split('?')[1] ?? '').get('key') ?? bearer;
  }
}

function missingKey(wire: WireName): ScriptedError {
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return {
        kind: 'auth',
        code: null,
        message:
          "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      };
    case 'anthropic':
      return { kind: 'auth', message: 'x-api-key header is required' };
    case 'gemini':
      return {
        kind: 'permission',
        message:
          "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      };
  }
}

function unknownModel(wire: WireName, model: string): ScriptedError {
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return { kind: 'not-found', message: `The model \`${model}\` does not exist or you do not have access to it.` };
    case 'anthropic':
      return { kind: 'not-found', message: `model: ${model}` };
    case 'gemini':
      return {
        kind: 'not-found',
        message: `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      };
  }
}
