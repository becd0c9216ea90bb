import type { Tally } from '../findings.ts';
import { credentialFinding, maskFor, maskStart } from './credential-masks.ts';
import { classifySecretName, isBareSecret, isSecretValue } from './secret-values.ts';

/** A telling word, the end of its name, `:` or `=`, and an opening quote where there is one. */
const heads =
  /(key|token|secret|passw(?:or)?d|passphrase|pwd|credential|auth|dsn)(s?)(\\?["']?[\])]?[ \t]{0,4}(?::|=>|={1,3}|:=)[ \t]{0,4})(\\?["'`])?/gi;
const nameBefore = /[A-Za-z0-9_.-]{0,48}$/;
const bareEnd = /[\s"'`,;&<>()[\]{}|\\]/g;
const quotedEnd = /["'`\n\\]/g;
const maxValue = 4_096;
/** A value without quotes that is longer is data. */
const maxBareValue = 1_024;

/** Finds the next match of a pattern from a place, reading each stretch of text once. */
function createForwardSearch(text: string, pattern: RegExp): (from: number) => number {
  let searchedFrom = -1;
  let found = -1;
  return (from) => {
    if (from >= searchedFrom && from <= found) return found;
    pattern.lastIndex = from;
    searchedFrom = from;
    found = pattern.exec(text)?.index ?? text.length;
    return found;
  };
}

function isOwnMask(text: string, nameStart: number): boolean {
  return text.startsWith(maskStart, nameStart - maskStart.length);
}

/** Masks the values of names that tell of a secret: `api_key = …`, `"password": "…"`, `x-auth-token: …`, `?token=…`. */
export function redactAssignments(text: string, tally: Tally, isKnown: (value: string) => boolean): string {
  const findBareEnd = createForwardSearch(text, bareEnd);
  const findQuotedEnd = createForwardSearch(text, quotedEnd);
  const safe: string[] = [];
  let taken = 0;
  heads.lastIndex = 0;
  for (let match = heads.exec(text); match; match = heads.exec(text)) {
    const [head, word = '', plural = '', between = '', quote] = match;
    const start = match.index + head.length;
    const end = quote === undefined ? findBareEnd(start) : findQuotedEnd(start);
    const length = end - start;
    if (length < 8 || length > (quote === undefined ? maxBareValue : maxValue)) continue;
    const before = nameBefore.exec(text.slice(Math.max(0, match.index - 48), match.index))?.[0] ?? '';
    if (isOwnMask(text, match.index - before.length)) continue;
    const name = classifySecretName(before.slice(before.lastIndexOf('.') + 1) + word + plural);
    if (name === 'none') continue;
    const value = text.slice(start, end);
    // A call or an index follows a name, not a secret.
    const isSecret =
      quote === undefined ? !/[([{]/.test(text.charAt(end)) && isBareSecret(name, value) : isSecretValue(name, value);
    if (!isSecret || isKnown(value)) continue;
    const isJson = quote !== undefined && /^\\?["']/.test(between);
    tally.add(credentialFinding(isJson ? 'json_secret_leak' : 'credential_leak'));
    safe.push(text.slice(taken, start), maskFor(word, isJson));
    taken = end;
    heads.lastIndex = end;
  }
  return safe.length === 0 ? text : safe.join('') + text.slice(taken);
}
