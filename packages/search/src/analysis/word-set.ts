import { lowerCase } from '../text/letter-case.ts';
import type { ComponentSettings } from './component-settings.ts';
import { namedStopWords } from './stop-words.ts';
import { refuseFiles } from './word-list.ts';

export interface WordSet {
  has(word: string): boolean;
  readonly size: number;
}

export const createWordSet = (words: Iterable<string>, ignoresCase = false): WordSet => {
  if (!ignoresCase) return new Set(words);
  const lower = new Set(Array.from(words, lowerCase));
  return { size: lower.size, has: (word) => lower.has(lowerCase(word)) };
};

/** A list of words under `key`, in which names such as `_french_` stand for lists that are known. */
export const stopWordsOf = (
  settings: ComponentSettings,
  fallback: Iterable<string>,
  options: { readonly key?: string; readonly ignoresCase?: boolean } = {},
): WordSet => {
  const key = options.key ?? 'stopwords';
  refuseFiles(settings, `${key}_path`);
  const given = settings.list(key);
  if (given === undefined) return createWordSet(fallback);
  if (settings.text(key) === '_none_') return new Set<string>();
  return createWordSet(
    given.flatMap((word) => namedStopWords(word) ?? [word]),
    options.ignoresCase === true,
  );
};
