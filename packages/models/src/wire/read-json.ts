/**
 * Readers for JSON that a provider sent. Nothing is assumed of it: what is missing or of another type is undefined,
 * and unknown fields are never looked at, so that a provider may add to its wire at any time.
 */
export type ReadObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): ReadObject | undefined {
  // Narrowed by hand: a non-null, non-array object is a record of unknowns.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ReadObject) : undefined;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count of tokens: absent, null and negative are 0. */
export function asCount(value: unknown): number {
  const number = asNumber(value);
  return number === undefined || number < 0 ? 0 : Math.round(number);
}

/** The parsed text, or undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an answer here, not a failure.
    return undefined;
  }
}
