import { defineJob } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import { parseJsonPath, selectJson } from './json-path.ts';

export interface SelectJsonInput {
  readonly bytes: Uint8Array;
  /** Already checked by `parseJsonPath`. */
  readonly path: string;
}

export type SelectJsonOutput =
  | { readonly status: 'found'; readonly text: string; readonly count: number }
  | { readonly status: 'missing'; readonly steps: number; readonly there: string }
  | { readonly status: 'not-json'; readonly reason: string };

/** Selects a part of a JSON document, or of JSON Lines as an array, and prints it with indentation. */
export const selectJsonJob = defineJob<SelectJsonInput, SelectJsonOutput>({
  name: 'select-json',
  run({ bytes, path }) {
    const document = parseDocument(new TextDecoder().decode(bytes));
    if (document.status === 'not-json') return document;
    const parsed = parseJsonPath(path);
    const selection = selectJson(document.value, parsed.status === 'parsed' ? parsed.steps : []);
    if (selection.status === 'missing') return selection;
    const [single = null] = selection.values;
    const value = selection.isMany ? selection.values : single;
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    return { status: 'found', text, count: selection.values.length };
  },
});

type Document =
  | { readonly status: 'json'; readonly value: Json }
  | { readonly status: 'not-json'; readonly reason: string };

function parseDocument(text: string): Document {
  try {
    return { status: 'json', value: JSON.parse(text) };
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      if (lines.length > 1) return { status: 'json', value: lines.map((line): Json => JSON.parse(line)) };
    } catch {
      // Not JSON Lines either: what was wrong with the whole is the better answer.
    }
    return { status: 'not-json', reason: error instanceof Error ? error.message : 'it cannot be parsed' };
  }
}
