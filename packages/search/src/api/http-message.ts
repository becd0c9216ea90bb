/** A request as the HTTP server, or a caller in the same process, hands it to the engine. */
export interface EngineRequest {
  readonly method: string;
  /** The path without the query, still percent-encoded. */
  readonly path: string;
  /** The parameters behind `?`, decoded; the last of several of one name counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Unpacked; empty for none. */
  readonly body: Uint8Array;
}

export interface EngineResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the media type that `headers` name. */
  readonly body: string;
}

/** `a=1&b` as Elasticsearch reads it: a name without a value stands for the empty text. */
export const parseQuery = (query: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    parameters.set(decodeText(name), equals < 0 ? '' : decodeText(part.slice(equals + 1)));
  }
  return parameters;
};

/** Percent-decoding that leaves what is no escape as it stands. */
export const decodeText = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced; // A lone `%`: Elasticsearch refuses it only where the text is used.
  }
};
