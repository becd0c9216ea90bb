import { LaneError, type LaneFailureKind } from '@toolstone/kernel';
import { HttpError } from '../http.ts';
import { ProviderFailure } from './codec.ts';
import { isContextOverflow } from './context-overflow.ts';
import type { LaneConfig } from './lane-config.ts';
import { asArray, asObject, asString, parseJson, type ReadObject } from './read-json.ts';
import { retryAfterMs } from './retry-after.ts';
import { secretFree } from './secret-free.ts';

export interface RefusedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The lane's failure for an answer whose status is not 2xx. */
export function refusedFailure(config: LaneConfig, refused: RefusedResponse, now: number): LaneError {
  const error = errorObject(refused.text);
  const told = error === undefined ? plainText(refused.text) : messageOf(error);
  const waitMs = retryAfterMs(refused.headers, error, now);
  const kind = kindOf(refused.status, `${codesOf(error)} ${told}`, waitMs !== undefined);
  const location = refused.headers['location'];
  const detail =
    refused.status >= 300 && refused.status < 400 ? `it redirects to ${location ?? 'another address'}` : told;
  return new LaneError(kind, sentence(config, kind, `${refused.status}${detail === '' ? '' : `: ${detail}`}`), {
    lane: config.id,
    status: refused.status,
    retryAfterMs: waitMs,
  });
}

/** The lane's failure for an error inside the stream, a connection that failed, or a defect of ours. */
export function streamFailure(config: LaneConfig, error: unknown, now: number): LaneError {
  if (error instanceof LaneError) return error;
  if (error instanceof ProviderFailure) {
    const status = Number(error.code);
    const known = Number.isInteger(status) && status >= 400 && status < 600 ? status : statusOf(error.code);
    const waitMs = retryAfterMs({}, error.body, now);
    const kind = kindOf(known, `${error.code} ${error.message}`, waitMs !== undefined);
    return new LaneError(kind, sentence(config, kind, error.message === '' ? error.code : error.message), {
      lane: config.id,
      status: known,
      retryAfterMs: waitMs,
    });
  }
  if (error instanceof HttpError) {
    const kind = error.code === 'unreachable' ? 'unreachable' : 'cut';
    return new LaneError(kind, sentence(config, kind, error.message), { lane: config.id, cause: error });
  }
  const told = error instanceof Error ? error.message : String(error);
  return new LaneError('unexpected', sentence(config, 'unexpected', told), { lane: config.id, cause: error });
}

export function cutFailure(config: LaneConfig, detail: string): LaneError {
  return new LaneError('cut', sentence(config, 'cut', detail), { lane: config.id });
}

/** Of an address that answers, but not with the API. */
export function webPageFailure(config: LaneConfig): LaneError {
  return new LaneError('not-found', sentence(config, 'not-found', 'it answers with a web page'), { lane: config.id });
}

/** Of a model that writes on and on. Asking again would cost as much again. */
export function endlessFailure(config: LaneConfig, chars: number): LaneError {
  const detail = `the reply passed ${chars / 1_000_000} million characters and was stopped; lower max_output_tokens of the model, or ask for less at once`;
  return new LaneError('unexpected', sentence(config, 'unexpected', detail), { lane: config.id });
}

/** True where the provider refuses signatures or encrypted reasoning that it once gave. */
export function refusesOpaque(error: LaneError): boolean {
  return (
    error.kind === 'invalid-request' &&
    /signature|thinking.{0,20}block|encrypted[ _]content|reasoning.{0,12}item|redacted_thinking|reasoning_content/i.test(
      error.message,
    )
  );
}

const statusByCode: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  tokens: 429,
  requests: 429,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  invalid_request_error: 400,
  invalid_prompt: 400,
  request_too_large: 413,
  timeout_error: 504,
  UNAVAILABLE: 503,
  RESOURCE_EXHAUSTED: 429,
  INVALID_ARGUMENT: 400,
  PERMISSION_DENIED: 403,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
};

/** Providers name errors inside a stream by a code; one that is not known is the server's own trouble. */
function statusOf(code: string): number {
  return statusByCode[code] ?? 500;
}

const accountTrouble =
  /insufficient_quota|exceeded your current quota, please check your plan|billing|credit balance|payment required|insufficient (funds|balance|credits)/i;
const keyTrouble = /api[ _]key (not valid|invalid|expired)|API_KEY_INVALID|invalid[ _]api[ _]key|incorrect api key/i;
const modelMissing =
  /model_not_found|(model|engine|deployment)\b.{0,80}(not found|does not exist|not exist|no longer available|is not supported for generateContent)|not_found_error|try pulling it first|no models? loaded/i;

function kindOf(status: number, text: string, isToldToWait: boolean): LaneFailureKind {
  // Google speaks of quota and billing whenever it limits a rate; an account that is empty is not told to come back.
  const isRateLimit = isToldToWait || /RESOURCE_EXHAUSTED/.test(text);
  if (status === 402 || (accountTrouble.test(text) && !isRateLimit)) return 'auth';
  if (status === 429) return 'rate-limit';
  if (keyTrouble.test(text)) return 'auth';
  if (isContextOverflow(text) || status === 413) return 'context-overflow';
  if (status === 401 || status === 403 || status === 407) return 'auth';
  if (
    status === 404 ||
    status === 405 ||
    (status >= 300 && status < 400) ||
    (status < 500 && modelMissing.test(text))
  ) {
    return 'not-found';
  }
  if (status === 503 || status === 529 || status === 425 || /overloaded|over capacity/i.test(text)) return 'overloaded';
  if (status === 502) return 'unreachable';
  if (status === 408 || status === 504 || status === 499) return 'cut';
  return status >= 400 && status < 500 ? 'invalid-request' : 'unexpected';
}

/** One line: what happened, and what to do where that is not plain. */
function sentence(config: LaneConfig, kind: LaneFailureKind, detail: string): string {
  const told = secretFree(detail, config.apiKey === undefined ? [] : [config.apiKey]);
  const host = hostOf(config.baseUrl);
  const key = config.apiKeyName ?? 'api_key_env of the model';
  switch (kind) {
    case 'context-overflow':
      return `${config.id}: the conversation does not fit the model's context window (${told})`;
    case 'rate-limit':
      return `${config.id}: ${host} limits how often it may be asked (${told})`;
    case 'overloaded':
      return `${config.id}: ${host} is overloaded (${told})`;
    case 'unreachable':
      return `${config.id}: ${host} cannot be reached (${told}). Check base_url and that the server runs`;
    case 'cut':
      return `${config.id}: the reply of ${host} ended early (${told})`;
    case 'auth':
      return `${config.id}: ${host} refuses the key or the account (${told}). Check ${key}`;
    case 'not-found':
      return `${config.id}: ${host} does not know the model ${config.model} or the address (${told}). Check model and base_url`;
    case 'invalid-request':
      return `${config.id}: ${host} refuses the request (${told})`;
    case 'unexpected':
      return `${config.id}: ${host} failed (${told})`;
  }
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}

/** The error of a body in any of the shapes that are about: `{error: {…}}`, `{error: "…"}`, `[{error}]`, `{message}`, `{detail}`. */
function errorObject(text: string): ReadObject | undefined {
  const parsed = parseJson(text);
  const body = asObject(parsed) ?? asObject(asArray(parsed)[0]);
  if (body === undefined) return undefined;
  const nested = asObject(body['error']);
  if (nested !== undefined) return nested;
  const message = asString(body['error']) ?? asString(body['message']) ?? asString(body['detail']);
  return message === undefined ? body : { ...body, message };
}

function messageOf(error: ReadObject): string {
  return asString(error['message']) ?? JSON.stringify(error);
}

function codesOf(error: ReadObject | undefined): string {
  if (error === undefined) return '';
  const reasons = asArray(error['details']).map((detail) => asString(asObject(detail)?.['reason']) ?? '');
  return [error['code'], error['type'], error['status'], ...reasons].filter((c) => typeof c === 'string').join(' ');
}

/** A proxy's HTML page says nothing in its markup. */
function plainText(text: string): string {
  return text
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .trim();
}
