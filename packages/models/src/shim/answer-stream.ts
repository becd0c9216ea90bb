/** What a forced reply is so far. */
export type ForcedProgress =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'answer'; readonly text: string };

export const answerName = 'answer';

/** Whitespace between tokens is free in JSON, and servers differ in how much their grammars put there. */
const answerStart = /^\s*\{\s*"name"\s*:\s*"answer"\s*,\s*"arguments"\s*:\s*\{\s*"text"\s*:\s*"/;
const callStart = /^\s*\{\s*"name"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/**
 * Reads a forced reply while it is written: `{"name": "answer", "arguments": {"text": "…"}}` gives its text as far as
 * it is there, so that an answer streams though it is wrapped in JSON.
 */
export function readForced(written: string): ForcedProgress {
  const answer = answerStart.exec(written);
  if (answer !== null) return { kind: 'answer', text: decodeJsonString(written.slice(answer[0].length)) };
  const call = callStart.exec(written);
  const name = call?.[1];
  return name === undefined || name === answerName ? { kind: 'unknown' } : { kind: 'call', name };
}

/** The text of a JSON string whose opening quote has been read, up to its end or to the last whole escape. */
function decodeJsonString(written: string): string {
  let end = 0;
  while (end < written.length) {
    const char = written[end];
    if (char === '"') break;
    if (char !== '\\') {
      end += 1;
      continue;
    }
    const length = written[end + 1] === 'u' ? 6 : 2;
    if (end + length > written.length) break;
    end += length;
  }
  // Half of a character written as two escapes waits for its other half.
  const whole = written.slice(0, end).replace(/\\u[dD][89abAB][0-9a-fA-F]{2}$/, '');
  // A grammar may let raw control characters through, which JSON does not take.
  const escaped = whole.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
  try {
    return JSON.parse(`"${escaped}"`);
  } catch {
    // An escape that JSON does not know: shown as it was written.
    return whole;
  }
}
