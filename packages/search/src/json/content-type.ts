import { EsError } from '../error/es-error.ts';

export type BodyFormat = 'json' | 'ndjson';

/**
 * The format of a request body by its media type, in plain and in `compatible-with` spelling. YAML, CBOR and SMILE are refused by name.
 */
export function bodyFormat(contentType: string | undefined): BodyFormat {
  const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (/^application\/(vnd\.elasticsearch\+)?json$/.test(type)) return 'json';
  if (/^application\/(vnd\.elasticsearch\+)?x-ndjson$/.test(type)) return 'ndjson';
  const binary = /(yaml|cbor|smile)/.exec(type)?.[1];
  const reason =
    binary === undefined
      ? `Content-Type header [${contentType}] is not supported`
      : `Content-Type header [${contentType}] is not supported: this engine reads JSON and NDJSON, not ${binary.toUpperCase()}`;
  throw new EsError({ type: 'media_type_header_exception', status: 406, reason });
}

/** Refuses `?format=yaml|cbor|smile` by name; JSON and (for `_cat`) plain text stand. */
export function checkAnswerFormat(format: string | undefined): void {
  if (format === undefined || !/^(yaml|cbor|smile)$/i.test(format)) return;
  throw new EsError({
    type: 'illegal_argument_exception',
    status: 400,
    reason: `[format=${format}] is not supported: this engine answers in JSON`,
  });
}
