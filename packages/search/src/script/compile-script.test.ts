import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { ExactNumber, type JsonValue, RawJson } from '../json/json-value.ts';
import { parseJson } from '../json/parse-json.ts';
import { compileScript } from './compile-script.ts';
import { doubleText } from './runtime/to-text.ts';
import { ScriptList } from './runtime/value.ts';
import { fromJson, toJson } from './script-json.ts';

interface Recorded {
  readonly group: string;
  readonly source: string;
  readonly result?: string;
  /** What is answered here on purpose instead, and why. */
  readonly ours?: string;
  readonly note?: string;
  readonly error?: {
    readonly reason: string;
    readonly type: string;
    readonly script_stack: readonly string[];
    readonly position: { readonly offset: number; readonly start: number; readonly end: number } | null;
    readonly caused_by: { readonly type: string | null; readonly reason: string | null };
  };
}

const lines = readFileSync(new URL('./fixtures/painless-truth.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const recorded: readonly Recorded[] = lines.slice(1).map((line) => JSON.parse(line));

const answer = (source: string): string => {
  try {
    const result = compileScript(source, { context: 'field', variables: ['params', 'doc'] }).run({
      params: givenParams,
    });
    const json = toJson(result);
    // A field holds the elements of a collection; an array of Java is one value.
    const isArray = result instanceof ScriptList && result.className.endsWith('[]');
    return canonical(Array.isArray(json) && !isArray ? json : [json]);
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    return `${error.details.reason}: ${error.details.causedBy?.type}`;
  }
};
/** As the fixture writes a JSON value: numbers as the engine printed them. */
const canonical = (value: JsonValue | undefined): string => {
  if (value instanceof ExactNumber || value instanceof RawJson) return value.text;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : doubleText(value);
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
};

const givenParams = fromJson(parseJson((lines[0] ?? '').slice('{"params": '.length, -1)), 'hash');

describe('scripts that a real engine has run', () => {
  for (const group of new Set(recorded.map((script) => script.group))) {
    test(group, () => {
      const differences = recorded
        .filter((script) => script.group === group)
        .map(({ source, result, error, ours }) => ({
          source,
          theirs: ours ?? (error === undefined ? result : `${error.reason}: ${error.caused_by.type}`),
          ours: answer(source),
          why: error?.caused_by.reason,
        }))
        .filter(({ theirs, ours }) => theirs !== ours && !(theirs === 'null' && ours === '[]'));
      expect(differences).toEqual([]);
    });
  }
});
