import { looseObject, stringOf } from './loose.ts';
import type { WireName } from './recorded-request.ts';

export type Route =
  | { readonly kind: 'generate'; readonly wire: WireName; readonly model: string; readonly stream: boolean }
  | { readonly kind: 'count-tokens'; readonly wire: 'anthropic' | 'gemini'; readonly model: string }
  | { readonly kind: 'models'; readonly wire: WireName; readonly model: string | undefined }
  | { readonly kind: 'unknown' };

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const unknown: Route = { kind: 'unknown' };

/** What a request asks for, from method and path alone (save that two wires share the path of their model list). */
export function routeOf(asked: Asked): Route {
  const path = asked.path.split('?')[0] ?? '';
  return asked.method === 'POST' ? postRoute(path, asked) : asked.method === 'GET' ? getRoute(path, asked) : unknown;
}

function postRoute(path: string, asked: Asked): Route {
  const body = looseObject<'model' | 'stream'>(asked.body);
  const model = stringOf(body.model);
  const stream = body.stream === true;
  switch (path) {
    case '/v1/chat/completions':
      return { kind: 'generate', wire: 'openai-chat', model, stream };
    case '/v1/responses':
      return { kind: 'generate', wire: 'openai-responses', model, stream };
    case '/v1/messages':
      return { kind: 'generate', wire: 'anthropic', model, stream };
    case '/v1/messages/count_tokens':
      return { kind: 'count-tokens', wire: 'anthropic', model };
    default:
      return geminiRoute(path);
  }
}

function geminiRoute(path: string): Route {
  const [, model, verb] = /^\/(?:v1|v1alpha|v1beta)\/models\/([^/:]+):([A-Za-z]+)$/.exec(path) ?? [];
  if (model === undefined) return unknown;
  const name = decodeURIComponent(model);
  switch (verb) {
    case 'generateContent':
      return { kind: 'generate', wire: 'gemini', model: name, stream: false };
    case 'streamGenerateContent':
      return { kind: 'generate', wire: 'gemini', model: name, stream: true };
    case 'countTokens':
      return { kind: 'count-tokens', wire: 'gemini', model: name };
    default:
      return unknown;
  }
}

function getRoute(path: string, asked: Asked): Route {
  const [, version, model] = /^\/(v1|v1beta)\/models(?:\/([^/]+))?$/.exec(path) ?? [];
  if (version === undefined) return unknown;
  const name = model === undefined ? undefined : decodeURIComponent(model);
  if (version === 'v1beta') return { kind: 'models', wire: 'gemini', model: name };
  const isAnthropic = asked.headers['anthropic-version'] !== undefined;
  return { kind: 'models', wire: isAnthropic ? 'anthropic' : 'openai-chat', model: name };
}
