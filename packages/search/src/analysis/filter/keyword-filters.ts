import type { TokenFilter } from '../component.ts';
import type { ComponentSettings } from '../component-settings.ts';
import type { MutableToken } from '../token-stream.ts';
import { rulesOf, runtimeError } from '../word-list.ts';

/** Marks terms that stemmers must leave. */
export const keywordMarkerFilter = (name: string, isKeyword: (term: string) => boolean): TokenFilter => ({
  name,
  attributes: ['keyword'],
  apply: ({ tokens }) => {
    for (const token of tokens) if (isKeyword(token.term)) token.isKeyword = true;
  },
});

/** Each term twice, the first of both for stemmers to leave. */
export const keywordRepeatFilter = (name: string): TokenFilter => ({
  name,
  attributes: ['keyword'],
  apply: (stream) => {
    const out: MutableToken[] = [];
    for (const token of stream.tokens) out.push({ ...token, isKeyword: true }, { ...token, isKeyword: false });
    stream.tokens = out;
  },
});

/** Stems by a list; stemmers leave what it gives. */
export const stemmerOverrideFilter = (name: string, stems: ReadonlyMap<string, string>): TokenFilter => ({
  name,
  attributes: ['keyword'],
  apply: ({ tokens }) => {
    for (const token of tokens) {
      if (token.isKeyword) continue;
      const stem = stems.get(token.term);
      if (stem === undefined) continue;
      token.term = stem;
      token.isKeyword = true;
    }
  },
});

const parseOverride = (rule: string): { readonly keys: readonly string[]; readonly stem: string } => {
  const sides = rule.split('=>');
  const keys = (sides[0] ?? '').split(',').map((key) => key.trim());
  const stem = (sides[1] ?? '').trim();
  if (sides.length !== 2 || stem === '' || stem.includes(',') || keys.includes('')) {
    throw runtimeError(`Invalid keyword override rule: ${rule}`);
  }
  return { keys, stem };
};

/** The rules `a, b => stem` of the settings; of two for one word the first counts. */
export const stemOverridesOf = (settings: ComponentSettings): ReadonlyMap<string, string> | undefined => {
  const rules = rulesOf({ ...settings, list: settings.wholeList }, 'rules', parseOverride);
  if (rules === undefined) return undefined;
  const stems = new Map<string, string>();
  for (const { keys, stem } of rules) for (const key of keys) if (!stems.has(key)) stems.set(key, stem);
  return stems;
};
