import type { FailureKind, ScriptedError } from './script.ts';
import type { HttpAnswer, Violation } from './wire.ts';

interface OpenAiFailure {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly message: string;
}

/** Status, type, code and wording of OpenAI's errors (platform.openai.com/docs/guides/error-codes). */
const failures: Readonly<Record<FailureKind, OpenAiFailure>> = {
  'rate-limit': {
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    param: null,
    message:
      'Rate limit reached for scripted-model in organization org-scripted on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.',
  },
  quota: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    param: null,
    message: 'You exceeded your current quota, please check your plan and billing details.',
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    code: null,
    param: null,
    message: 'The engine is currently overloaded, please try again later',
  },
  'server-error': {
    status: 500,
    type: 'server_error',
    code: null,
    param: null,
    message: 'The server had an error while processing your request. Sorry about that!',
  },
  timeout: { status: 504, type: 'server_error', code: null, param: null, message: 'The request timed out.' },
  'context-overflow': {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'messages',
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens. Please reduce the length of the messages.",
  },
  'too-large': {
    status: 413,
    type: 'invalid_request_error',
    code: null,
    param: null,
    message: 'Request body too large.',
  },
  auth: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    param: null,
    message: 'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
  },
  permission: {
    status: 403,
    type: 'invalid_request_error',
    code: null,
    param: null,
    message: 'You have insufficient permissions for this operation.',
  },
  'not-found': {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    param: null,
    message: 'The model does not exist or you do not have access to it.',
  },
  'invalid-request': {
    status: 400,
    type: 'invalid_request_error',
    code: null,
    param: null,
    message: 'The request is invalid.',
  },
  filter: {
    status: 400,
    type: 'invalid_request_error',
    code: 'content_policy_violation',
    param: null,
    message: 'Your request was rejected as a result of our safety system.',
  },
};

/** What both OpenAI wires say inside `error`. */
export function openAiErrorOf(error: ScriptedError): OpenAiFailure {
  const base = failures[error.kind];
  return {
    status: error.status ?? base.status,
    type: error.type ?? base.type,
    code: error.code === undefined ? base.code : error.code,
    param: error.param === undefined ? base.param : error.param,
    message: error.message ?? base.message,
  };
}

export function openAiFailure(error: ScriptedError): HttpAnswer {
  const { status, ...rest } = openAiErrorOf(error);
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      ...error.headers,
    },
    body: error.body ?? errorBody(rest),
  };
}

export function openAiRefusal(violation: Violation): HttpAnswer {
  return {
    status: violation.status ?? 400,
    headers: { 'content-type': 'application/json' },
    body: errorBody({
      message: violation.message,
      type: violation.type ?? 'invalid_request_error',
      param: violation.param ?? null,
      code: violation.code ?? null,
    }),
  };
}

function errorBody(error: Omit<OpenAiFailure, 'status'>): string {
  const { message, type, param, code } = error;
  return JSON.stringify({ error: { message, type, param, code } }, null, 2);
}
