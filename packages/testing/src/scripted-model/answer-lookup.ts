import { keyError, modelError, promptTokens } from './admission.ts';
import { modelEntry, modelListBody } from './model-list.ts';
import type { WireName } from './recorded-request.ts';
import type { Asked, Route } from './route.ts';
import type { ParsedScript } from './script.ts';
import type { HttpAnswer, Wire } from './wire.ts';

type LookupRoute = Exclude<Route, { readonly kind: 'generate' }>;

export interface Lookup {
  readonly route: LookupRoute;
  readonly asked: Asked;
  /** Bytes of the request. */
  readonly bytes: number;
  readonly script: ParsedScript;
}

/** The answer to anything that is no request for a reply: model lists, token counts, unknown paths. */
export function answerLookup(
  { route, asked, bytes, script }: Lookup,
  wires: Readonly<Record<WireName, Wire>>,
): HttpAnswer {
  if (route.kind === 'unknown') {
    return wires['openai-chat'].refusal({ status: 404, message: `Invalid URL (${asked.method} ${asked.path})` });
  }
  const wire = wires[route.wire];
  const denied =
    keyError(route.wire, asked, script.apiKey) ??
    (route.model === undefined ? null : modelError(route.wire, route.model, script.models));
  if (denied !== null) return wire.failure(denied);
  if (route.kind === 'count-tokens') {
    const tokens = promptTokens(bytes);
    return json(route.wire === 'anthropic' ? { input_tokens: tokens } : { totalTokens: tokens });
  }
  const { contextWindow } = script;
  if (route.model !== undefined) return json(modelEntry(route.wire, route.model, contextWindow));
  return json(modelListBody(route.wire, script.models ?? ['scripted-model'], contextWindow));
}

function json(body: object): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
