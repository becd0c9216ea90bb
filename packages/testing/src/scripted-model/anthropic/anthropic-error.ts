import type { FailureKind, ScriptedError } from '../script.ts';
import type { HttpAnswer, Violation } from '../wire.ts';

interface AnthropicFailure {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** Status, type and wording of Anthropic's errors (platform.claude.com/docs/en/api/errors). */
const failures: Readonly<Record<FailureKind, AnthropicFailure>> = {
  'rate-limit': {
    status: 429,
    type: 'rate_limit_error',
    message: "This request would exceed your organization's rate limit of 50 requests per minute.",
  },
  quota: {
    status: 400,
    type: 'invalid_request_error',
    message:
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to purchase credits.',
  },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  'server-error': { status: 500, type: 'api_error', message: 'Internal server error' },
  timeout: { status: 504, type: 'timeout_error', message: 'Request timed out.' },
  'context-overflow': {
    status: 400,
    type: 'invalid_request_error',
    message: 'prompt is too long: 208310 tokens > 200000 maximum',
  },
  'too-large': { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' },
  auth: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  permission: {
    status: 403,
    type: 'permission_error',
    message: 'Your API key does not have permission to use the specified resource.',
  },
  'not-found': { status: 404, type: 'not_found_error', message: 'model: scripted-model' },
  'invalid-request': { status: 400, type: 'invalid_request_error', message: 'The request is invalid.' },
  filter: { status: 400, type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
};

export function anthropicFailure(error: ScriptedError): HttpAnswer {
  const base = failures[error.kind];
  return {
    status: error.status ?? base.status,
    headers: {
      'content-type': 'application/json',
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      ...error.headers,
    },
    body: error.body ?? JSON.stringify(anthropicErrorOf(error)),
  };
}

/** The error object, as a body and as an event of a stream. */
export function anthropicErrorOf(error: ScriptedError): object {
  const base = failures[error.kind];
  return errorObject(error.type ?? base.type, error.message ?? base.message);
}

export function anthropicRefusal(violation: Violation): HttpAnswer {
  return {
    status: violation.status ?? 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(errorObject(violation.type ?? 'invalid_request_error', violation.message)),
  };
}

function errorObject(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_scripted' };
}
