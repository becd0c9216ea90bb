import { type JsonPosition, positionAt } from './json-error.ts';

/**
 * The place of a value, or of its key, in JSON text that parses: for messages such as `[1:35] [bool] failed to parse field [must]`.
 * Meant for refusals: it reads the text once more. Undefined when the pointer (RFC 6901) leads nowhere.
 */
export function locateJson(
  text: string,
  pointer: string,
  what: 'value' | 'key' | 'end' = 'value',
): JsonPosition | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = skipBlank(text, 0);
  let keyAt = at;
  for (const step of steps) {
    const open = text[at];
    if (open !== '{' && open !== '[') return undefined;
    at = skipBlank(text, at + 1);
    let index = 0;
    let found = false;
    while (at < text.length && text[at] !== '}' && text[at] !== ']') {
      keyAt = at;
      let name = String(index);
      if (open === '{') {
        const end = skipValue(text, at);
        name = JSON.parse(text.slice(at, end));
        at = skipBlank(text, skipBlank(text, end) + 1);
      }
      if (name === step) {
        found = true;
        break;
      }
      at = skipBlank(text, skipValue(text, at));
      if (text[at] === ',') at = skipBlank(text, at + 1);
      index++;
    }
    if (!found) return undefined;
  }
  return positionAt(text, what === 'key' ? keyAt : what === 'end' ? skipValue(text, at) - 1 : at);
}

function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && ' \n\r\t'.includes(text[at] ?? '')) at++;
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 2;
    else return at;
  }
}

function skipValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  do {
    const character = text[at];
    if (character === '"') {
      at++;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      at++;
    } else if (character === '{' || character === '[') {
      depth++;
      at++;
    } else if (character === '}' || character === ']') {
      depth--;
      at++;
    } else if (character === '/' && depth > 0) at = Math.max(at + 1, skipBlank(text, at));
    else if (depth > 0) at++;
    else while (at < text.length && !' \n\r\t,]}'.includes(text[at] ?? '')) at++;
  } while (depth > 0 && at < text.length);
  return at;
}
