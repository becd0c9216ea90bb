/**
 * Mends JSON that a model typed wrongly, where only one reading is possible: a code fence around it, a comma before a
 * closing bracket, a raw line break or tab inside a string, `\'` for an apostrophe, Python's True, False and None.
 * Never completes what was cut off. Returns undefined where nothing of this kind is wrong.
 */
export function repairJson(text: string): string | undefined {
  const body = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
  const repaired = repairTokens(body);
  return repaired === text ? undefined : repaired;
}

const controlEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** A string with its escapes (the last one may be cut off), a comma before a closing bracket, a Python literal. */
const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|,(?=\s*[}\]])|\b(?:True|False|None)\b/g;

const repairTokens = (text: string): string =>
  text.replace(tokens, (token) => {
    if (token.startsWith('"')) return repairString(token);
    return token === ',' ? '' : (words[token] ?? token);
  });

const repairString = (literal: string): string =>
  literal
    .replace(/[\n\r\t]/g, (control) => controlEscapes[control] ?? control)
    .replace(/\\[\s\S]/g, (escaped) => (escaped === "\\'" ? "'" : escaped));
