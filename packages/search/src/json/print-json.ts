import { isJsonArray } from './json-kinds.ts';
import { ExactNumber, type JsonValue, RawJson } from './json-value.ts';

export interface PrintJsonOptions {
  /** Two spaces for each level, ` : ` after names and a line end at last: what `?pretty` gives. */
  readonly pretty?: boolean;
}

/**
 * The JSON text of a value. `ExactNumber` and `RawJson` stand as they are, bigint as an integer; keys whose value is
 * undefined are left out; numbers that JSON lacks become the strings `"NaN"`, `"Infinity"`, `"-Infinity"`, as Elasticsearch writes them.
 */
export function printJson(value: JsonValue, options: PrintJsonOptions = {}): string {
  return options.pretty === true ? `${printPretty(value, '\n')}\n` : printCompact(value);
}

function printCompact(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  if (value instanceof ExactNumber || value instanceof RawJson) return value.text;
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += text === '' ? printCompact(item) : `,${printCompact(item)}`;
    return `[${text}]`;
  }
  for (const key in value) {
    const item = value[key];
    if (item === undefined || !Object.hasOwn(value, key)) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${printCompact(item)}`;
  }
  return `{${text}}`;
}

function printPretty(value: JsonValue | undefined, lineStart: string): string {
  if (typeof value !== 'object' || value === null) return printScalar(value);
  if (value instanceof ExactNumber || value instanceof RawJson) return value.text;
  const inner = `${lineStart}  `;
  let text = '';
  if (isJsonArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${inner}${printPretty(item, inner)}`;
    return text === '' ? '[ ]' : `[${text}${lineStart}]`;
  }
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    text += `${text === '' ? '' : ','}${inner}${JSON.stringify(key)} : ${printPretty(item, inner)}`;
  }
  return text === '' ? '{ }' : `{${text}${lineStart}}`;
}

function printScalar(value: null | boolean | number | bigint | string | undefined): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      if (Number.isFinite(value)) return Object.is(value, -0) ? '-0.0' : String(value);
      return `"${value}"`;
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return 'null';
  }
}
