import type { FailureKind, ScriptedError } from '../script.ts';
import type { HttpAnswer, Violation } from '../wire.ts';

interface GeminiFailure {
  readonly status: number;
  /** Canonical code of google.rpc. */
  readonly type: string;
  readonly message: string;
  readonly details?: readonly object[];
}

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo';

/** Status, canonical code and wording of Gemini's errors (ai.google.dev/gemini-api/docs/troubleshooting). */
const failures: Readonly<Record<FailureKind, GeminiFailure>> = {
  'rate-limit': {
    status: 429,
    type: 'RESOURCE_EXHAUSTED',
    message:
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',
    details: [quotaFailure('GenerateRequestsPerMinutePerProjectPerModel')],
  },
  quota: {
    status: 429,
    type: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota, please check your plan and billing details.',
    details: [quotaFailure('GenerateRequestsPerDayPerProjectPerModel-FreeTier')],
  },
  overloaded: {
    status: 503,
    type: 'UNAVAILABLE',
    message: 'The model is overloaded. Please try again later.',
  },
  'server-error': {
    status: 500,
    type: 'INTERNAL',
    message:
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  },
  timeout: { status: 504, type: 'DEADLINE_EXCEEDED', message: 'Deadline expired before operation could complete.' },
  'context-overflow': {
    status: 400,
    type: 'INVALID_ARGUMENT',
    message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  },
  'too-large': {
    status: 400,
    type: 'INVALID_ARGUMENT',
    message: 'Request payload size exceeds the limit: 20971520 bytes.',
  },
  auth: {
    status: 400,
    type: 'INVALID_ARGUMENT',
    message: 'API key not valid. Please pass a valid API key.',
    details: [
      {
        '@type': errorInfo,
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
    ],
  },
  permission: { status: 403, type: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  'not-found': {
    status: 404,
    type: 'NOT_FOUND',
    message:
      'models/scripted-model is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.',
  },
  'invalid-request': { status: 400, type: 'INVALID_ARGUMENT', message: 'Request contains an invalid argument.' },
  filter: { status: 400, type: 'INVALID_ARGUMENT', message: 'The request was blocked by the safety system.' },
};

export function geminiFailure(error: ScriptedError): HttpAnswer {
  const base = failures[error.kind];
  return {
    status: error.status ?? base.status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...error.headers },
    body: error.body ?? JSON.stringify(geminiErrorOf(error), null, 2),
  };
}

/** The error object. Gemini tells how long to wait in the body, not in a header. */
export function geminiErrorOf(error: ScriptedError): object {
  const base = failures[error.kind];
  const details = [
    ...(base.details ?? []),
    ...(error.retryAfterSeconds === undefined
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${error.retryAfterSeconds}s` }]),
  ];
  return {
    error: {
      code: error.status ?? base.status,
      message: error.message ?? base.message,
      status: error.type ?? base.type,
      ...(details.length === 0 ? {} : { details }),
    },
  };
}

export function geminiRefusal(violation: Violation): HttpAnswer {
  const status = violation.status ?? 400;
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(
      { error: { code: status, message: violation.message, status: violation.type ?? 'INVALID_ARGUMENT' } },
      null,
      2,
    ),
  };
}

/** Which of its limits Google counts against: the words of the message are the same for all of them. */
function quotaFailure(quotaId: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests', quotaId }],
  };
}
