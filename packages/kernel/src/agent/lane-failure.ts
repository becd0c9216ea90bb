import type { Failure } from '@toolstone/protocol';
import type { LaneError, LaneFailureKind } from '../ports/lane.ts';

const told: Record<LaneFailureKind, { readonly code: Failure['code']; readonly nextStep: string }> = {
  'context-overflow': {
    code: 'CONTEXT_FULL',
    nextStep: 'Start a new workstream, or switch to a model with a larger context',
  },
  'rate-limit': { code: 'MODEL_RATE_LIMITED', nextStep: 'Wait a while, or set fallback_models' },
  overloaded: { code: 'MODEL_OVERLOADED', nextStep: 'Try again later, or set fallback_models' },
  unreachable: { code: 'MODEL_UNREACHABLE', nextStep: 'Check the base URL and the network: `toolstone models test`' },
  cut: { code: 'MODEL_STREAM_CUT', nextStep: 'Send the message again' },
  auth: {
    code: 'MODEL_AUTH',
    nextStep: 'Check the API key: `toolstone models list` names the variable it is read from',
  },
  'not-found': { code: 'MODEL_NOT_FOUND', nextStep: 'Check the model name and base URL: `toolstone models list`' },
  'invalid-request': {
    code: 'MODEL_REQUEST_INVALID',
    nextStep: 'See the message; capabilities of the model can be set in config.toml',
  },
  unexpected: {
    code: 'MODEL_UNEXPECTED',
    nextStep: 'Try again; if it stays so, check that the provider matches the base URL',
  },
};

/** A lane's error as the person reads it. */
export const laneFailure = (error: LaneError): Failure => ({
  ...told[error.kind],
  message: error.message,
});

/** Codes of failures in which no model could be talked to. */
export const unreachableCodes: ReadonlySet<string> = new Set([
  'MODEL_UNREACHABLE',
  'MODEL_OVERLOADED',
  'MODEL_RATE_LIMITED',
  'MODEL_STREAM_CUT',
]);
