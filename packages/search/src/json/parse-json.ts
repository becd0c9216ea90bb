import { EsError, parsingError } from '../error/es-error.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { jsonError, positionAt } from './json-error.ts';
import {
  betweenEntries,
  type Context,
  failCharacter,
  failClose,
  failEnd,
  failInString,
  failLimit,
  failOpen,
  type Reader,
} from './json-failures.ts';
import type { JsonValue } from './json-value.ts';
import { readEscape } from './read-escape.ts';
import { readNumber } from './read-number.ts';
import { tokenName } from './token-name.ts';

export interface ParseJsonOptions {
  /**
   * `exact` (documents): a number whose text `JSON.stringify` would not print becomes an `ExactNumber`.
   * `request`: integers beyond 2^53 become bigint, what no double can hold an `ExactNumber`, all else a number.
   */
  readonly numbers?: 'exact' | 'request';
  /** Objects and arrays within one another: 1,000 unless told otherwise. */
  readonly maxDepth?: number;
}

/** Elasticsearch's bounds (Jackson's `StreamReadConstraints`). */
export const maxJsonDepth = 1000;
const maxNameLength = 50_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\0-\x1f]/;

type MutableObject = Record<string, JsonValue>;

/**
 * Parses the JSON text of a document. Refused with Elasticsearch's words and place: duplicate keys, trailing tokens, `NaN`,
 * depth beyond 1,000, invalid UTF-8. Comments (`//`, `/* … *​/`) are read over and lone surrogates kept, as Elasticsearch does.
 */
export function parseJson(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  return parse(input, options, (token) => {
    throw new EsError({
      type: 'illegal_argument_exception',
      status: 400,
      reason: `Malformed content, found extra data after parsing: ${token}`,
    });
  });
}

/** Parses the JSON body of a request: bigint for integers beyond 2^53, otherwise numbers. */
export function parseRequestBody(input: string | Uint8Array, options: ParseJsonOptions = {}): JsonValue {
  return parse(input, { numbers: 'request', ...options }, (token, text, at) => {
    const { line, column } = positionAt(text, at);
    throw parsingError(`Unexpected token [${token}] found after the main object.`, {
      metadata: { line, col: column },
    });
  });
}

function parse(
  input: string | Uint8Array,
  options: ParseJsonOptions,
  refuseTrailing: (token: string, text: string, at: number) => never,
): JsonValue {
  const text = typeof input === 'string' ? input.replace(/^\ufeff/, '') : decodeUtf8(input);
  const maxDepth = options.maxDepth ?? maxJsonDepth;
  const exact = options.numbers !== 'request';
  const native = parseNatively(text, exact, maxDepth);
  if (native !== undefined) return native;
  const isPlain = !text.includes('\\') && !controls.test(text);
  const reader: Reader = { text, exact, maxDepth, isPlain, at: 0 };
  skipSpace(reader);
  if (reader.at >= text.length) throw failEnd(reader, 'No content to map due to end-of-input');
  const value = readValue(reader, 1, rootContext);
  skipSpace(reader);
  if (reader.at < text.length) {
    const start = reader.at;
    const code = text.charCodeAt(start);
    if (code === closeBrace || code === closeBracket) throw failClose(reader, code, undefined);
    const opened = code === openBrace ? 'START_OBJECT' : code === openBracket ? 'START_ARRAY' : undefined;
    refuseTrailing(opened ?? tokenName(readValue(reader, 1, rootContext)), text, start);
  }
  return value;
}

/**
 * The value when V8's own parser gives exactly it: text that prints the same again holds no duplicate key, no space and no
 * number of another spelling. Most programs send such text; for the rest the attempt is given up at the first sign.
 */
function parseNatively(text: string, exact: boolean, maxDepth: number): JsonValue | undefined {
  const code = text.charCodeAt(0);
  if (code !== openBrace && code !== openBracket) return undefined;
  const second = text.charCodeAt(1);
  if (second <= 0x20 || text.slice(0, 120).includes('": ')) return undefined;
  // As a request's number such a literal must become a bigint, though it may print the same.
  if (!exact && /\d{16}/.test(text)) return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text);
    if (JSON.stringify(value) !== text) return undefined;
  } catch {
    // The exact parser words the refusal; too deep a value overflows JSON.stringify and is refused there as well.
    return undefined;
  }
  return text.length > 2 * maxDepth && isDeeperThan(value, maxDepth) ? undefined : value;
}

function isDeeperThan(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(item, depth - 1)) return true;
    return false;
  }
  for (const item of Object.values(value)) if (isDeeperThan(item, depth - 1)) return true;
  return false;
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const slash = 0x2f;

const rootContext: Context = { kind: 'root', start: 0 };

function skipSpace(reader: Reader): void {
  const { text } = reader;
  for (;;) {
    const code = text.charCodeAt(reader.at);
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) reader.at++;
    else if (code === slash) skipComment(reader);
    else return;
  }
}

function skipComment(reader: Reader): void {
  const { text } = reader;
  const next = text[reader.at + 1];
  if (next === '/') {
    const end = text.indexOf('\n', reader.at);
    reader.at = end < 0 ? text.length : end + 1;
  } else if (next === '*') {
    const end = text.indexOf('*/', reader.at + 2);
    if (end < 0) {
      reader.at = text.length;
      throw failEnd(reader, 'Unexpected end-of-input in a comment');
    }
    reader.at = end + 2;
  } else {
    reader.at++;
    throw failCharacter(reader, "was expecting either '*' or '/' for a comment");
  }
}

function readValue(reader: Reader, depth: number, context: Context): JsonValue {
  const code = reader.text.charCodeAt(reader.at);
  switch (code) {
    case quote:
      return readString(reader, 'VALUE_STRING');
    case openBrace:
      return readObject(reader, depth);
    case openBracket:
      return readArray(reader, depth);
    case comma:
      throw failCharacter(reader, 'expected a value');
    case closeBrace:
    case closeBracket:
      throw context.kind === 'root' ? failClose(reader, code, undefined) : failCharacter(reader, 'expected a value');
  }
  if (code === minus || (code >= 0x30 && code <= 0x39)) return readNumber(reader) ?? readWord(reader, '-');
  return readWord(reader);
}

function readObject(reader: Reader, depth: number): JsonValue {
  const { text } = reader;
  checkDepth(reader, depth);
  const context: Context = { kind: 'Object', start: reader.at };
  const object: MutableObject = {};
  reader.at++;
  skipSpace(reader);
  if (text.charCodeAt(reader.at) === closeBrace) {
    reader.at++;
    return object;
  }
  if (reader.at >= text.length) throw failOpen(reader, context);
  for (;;) {
    if (text.charCodeAt(reader.at) !== quote) {
      if (reader.at >= text.length) throw failEnd(reader, betweenEntries(context), 'json_parse_exception');
      throw failCharacter(reader, 'was expecting double-quote to start field name');
    }
    const name = readName(reader);
    if (object[name] !== undefined && Object.hasOwn(object, name))
      throw jsonError(`Duplicate field '${name}'`, positionAt(text, reader.at));
    skipSpace(reader);
    if (text.charCodeAt(reader.at) !== colon) {
      if (reader.at >= text.length) throw failEnd(reader, betweenEntries(context));
      throw failCharacter(reader, 'was expecting a colon to separate field name and value');
    }
    reader.at++;
    skipSpace(reader);
    if (reader.at >= text.length) throw failEnd(reader, betweenEntries(context));
    const value = readValue(reader, depth + 1, context);
    if (name === '__proto__') {
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    } else object[name] = value;
    if (!readSeparator(reader, context, closeBrace)) return object;
  }
}

function readArray(reader: Reader, depth: number): JsonValue {
  const { text } = reader;
  checkDepth(reader, depth);
  const context: Context = { kind: 'Array', start: reader.at };
  const array: JsonValue[] = [];
  reader.at++;
  skipSpace(reader);
  if (text.charCodeAt(reader.at) === closeBracket) {
    reader.at++;
    return array;
  }
  if (reader.at >= text.length) throw failOpen(reader, context);
  for (;;) {
    if (reader.at >= text.length) throw failEnd(reader, betweenEntries(context), 'json_parse_exception');
    array.push(readValue(reader, depth + 1, context));
    if (!readSeparator(reader, context, closeBracket)) return array;
  }
}

/** True after a comma, false after the closing mark. */
function readSeparator(reader: Reader, context: Context, close: number): boolean {
  skipSpace(reader);
  const code = reader.text.charCodeAt(reader.at);
  if (code === comma) {
    reader.at++;
    skipSpace(reader);
    return true;
  }
  if (code === close) {
    reader.at++;
    return false;
  }
  if (reader.at >= reader.text.length) throw failOpen(reader, context);
  if (code === closeBrace || code === closeBracket) throw failClose(reader, code, context);
  throw failCharacter(reader, `was expecting comma to separate ${context.kind} entries`);
}

function readName(reader: Reader): string {
  const start = reader.at;
  const name = readString(reader, 'field name');
  if (name.length > maxNameLength) {
    reader.at = start;
    throw failLimit(reader, `Name length (${name.length})`, maxNameLength, 'getMaxNameLength()');
  }
  return name;
}

function readString(reader: Reader, where: 'VALUE_STRING' | 'field name'): string {
  const { text } = reader;
  const start = reader.at + 1;
  if (reader.isPlain) {
    const end = text.indexOf('"', start);
    if (end < 0) throw failInString(reader, text.length, where);
    reader.at = end + 1;
    return text.slice(start, end);
  }
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      reader.at = at + 1;
      return text.slice(start, at);
    }
    if (code === backslash) break;
    // NaN past the end fails the comparison as well.
    if (!(code >= 0x20)) throw failInString(reader, at, where);
    at++;
  }
  let result = text.slice(start, at);
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      reader.at = at + 1;
      return result;
    }
    if (code === backslash) {
      reader.at = at + 1;
      result += readEscape(reader);
      at = reader.at;
      continue;
    }
    if (!(code >= 0x20)) throw failInString(reader, at, where);
    const from = at;
    do at++;
    while (at < text.length && isOrdinary(text.charCodeAt(at)));
    result += text.slice(from, at);
  }
}

const isOrdinary = (code: number): boolean => code >= 0x20 && code !== quote && code !== backslash;

const expectedValue = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const wordPattern = /[\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}]*/uy;

function readWord(reader: Reader, sign = ''): JsonValue {
  const { text } = reader;
  wordPattern.lastIndex = reader.at;
  const word = sign + (wordPattern.exec(text)?.[0] ?? '');
  const end = reader.at + word.length - sign.length;
  if (word === 'true' || word === 'false' || word === 'null') {
    reader.at = end;
    return word === 'null' ? null : word === 'true';
  }
  if (word === 'NaN' || word === 'Infinity' || word === '-Infinity') {
    const message = `Non-standard token '${word}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`;
    throw jsonError(message, positionAt(text, end));
  }
  if (text[reader.at] === '+') {
    reader.at++;
    const message =
      'JSON spec does not allow numbers to have plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow';
    throw jsonError(`Unexpected character ('+' (code 43)) in numeric value: ${message}`, positionAt(text, reader.at));
  }
  if (word === '') throw failCharacter(reader, `expected a valid value ${expectedValue}`);
  const shown = word.length > 256 ? `${word.slice(0, 256)}...` : word;
  // The character after the word has been read as well, yet never begins a new line.
  const { line, column } = positionAt(text, end);
  throw jsonError(`Unrecognized token '${shown}': was expecting ${expectedValue}`, {
    line,
    column: end < text.length ? column + 1 : column,
  });
}

function checkDepth(reader: Reader, depth: number): void {
  if (depth > reader.maxDepth) {
    throw failLimit(reader, `Document nesting depth (${depth})`, reader.maxDepth, 'getMaxNestingDepth()');
  }
}
