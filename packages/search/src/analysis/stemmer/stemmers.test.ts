import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stemmerByName } from './stemmers.ts';

/** Words and what the recorded engine's `stemmer` filter makes of them. */
const recorded: readonly { readonly language: string; readonly words: string; readonly stems: string }[] = readFileSync(
  new URL('./fixtures/stems.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

describe('stemmers', () => {
  for (const { language, words, stems } of recorded) {
    it(`stem ${language} as Lucene does`, () => {
      const stem = stemmerByName(language);
      expect(
        words
          .split(' ')
          .map((word) => stem?.(word))
          .join(' '),
      ).toBe(stems);
    });
  }

  it('are found under the older names of Elasticsearch', () => {
    for (const name of ['lightFrench', 'minimalGerman', 'possessiveEnglish', 'light_finish', 'Porter2', 'German2']) {
      expect(stemmerByName(name), name).toBeDefined();
    }
    expect(stemmerByName('klingon')).toBeUndefined();
  });

  it('give a text for any word, lone surrogates and empty ones included', () => {
    for (const { language } of recorded) {
      for (const word of ['', 'a', '\ud800', 'x\udc00', '😀😀', 's', 'é', '\u0000']) {
        expect(typeof stemmerByName(language)?.(word), language).toBe('string');
      }
    }
  });
});
