import type { EsErrorDetails } from '../error/es-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** The body of a refused request: `{error: {root_cause, type, reason, …}, status}`. */
export const errorBody = (details: EsErrorDetails): JsonObject => ({
  error: {
    root_cause: (details.rootCauses ?? [details]).map((cause) => describe(cause)),
    ...describe(details),
    ...(details.causedBy === undefined ? {} : { caused_by: withCauses(details.causedBy) }),
  },
  status: details.status,
});

/** A failure inside an answer, such as one item's of a bulk: the error without its frame. */
export const failureOf = (details: EsErrorDetails): JsonObject => withCauses(details);

const describe = (details: EsErrorDetails): JsonObject => ({
  type: details.type,
  reason: details.reason,
  ...metadataOf(details),
});

const withCauses = (details: EsErrorDetails): JsonObject => ({
  ...describe(details),
  ...(details.causedBy === undefined ? {} : { caused_by: withCauses(details.causedBy) }),
});

const metadataOf = (details: EsErrorDetails): JsonObject => {
  const own: Record<string, JsonValue | undefined> = { ...details.metadata };
  if (details.pointer !== undefined) own['pointer'] = details.pointer;
  return own;
};
