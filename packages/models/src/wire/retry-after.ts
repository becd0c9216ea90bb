import { asArray, asObject, asString, type ReadObject } from './read-json.ts';

/**
 * The milliseconds that a provider asks to wait, or undefined. Read from the headers `retry-after-ms` and
 * `retry-after` (seconds or an HTTP date, RFC 9110 §10.2.3), Gemini's `RetryInfo`, and "try again in …" in the message.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  error: ReadObject | undefined,
  now: number,
): number | undefined {
  const found =
    milliseconds(headers['retry-after-ms']) ??
    secondsOrDate(headers['retry-after'], now) ??
    retryInfo(error) ??
    fromWords(asString(error?.['message']));
  return found === undefined ? undefined : Math.max(0, Math.ceil(found));
}

function milliseconds(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function secondsOrDate(text: string | undefined, now: number): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}

function retryInfo(error: ReadObject | undefined): number | undefined {
  for (const detail of asArray(error?.['details'])) {
    const delay = asString(asObject(detail)?.['retryDelay']);
    const seconds = delay === undefined ? null : /^([\d.]+)s$/.exec(delay);
    if (seconds !== null) return Number(seconds[1]) * 1000;
  }
  return undefined;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** "Please try again in 6m0.5s" and "in 20ms", as OpenAI and compatible servers word it. */
function fromWords(message: string | undefined): number | undefined {
  const found = /(?:try|retry) (?:again )?in ((?:[\d.]+\s?(?:ms|h|m|s)(?![a-z])\s?)+)/i.exec(message ?? '')?.[1];
  if (found === undefined) return undefined;
  let sum = 0;
  for (const [, amount, unit] of found.matchAll(/([\d.]+)\s?(ms|h|m|s)/gi)) {
    sum += Number(amount) * (unitMs[(unit ?? '').toLowerCase()] ?? 0);
  }
  return Number.isFinite(sum) ? sum : undefined;
}
