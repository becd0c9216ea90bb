import type { Analyzer } from '../../analysis/analyzer.ts';
import type { Token } from '../../analysis/token.ts';

/** The terms' beginnings of `minChars` to `maxChars` code points, each at its term's place. */
export const createPrefixAnalyzer = (
  inner: Analyzer,
  { minChars, maxChars }: { readonly minChars: number; readonly maxChars: number },
): Analyzer => ({
  positionIncrementGap: inner.positionIncrementGap,
  name: `${inner.name}/prefixes`,
  analyze: (text) => inner.analyze(text).flatMap((token) => prefixesOf(token, minChars, maxChars)),
  normalize: (text) => inner.normalize(text),
});

const prefixesOf = (token: Token, minChars: number, maxChars: number): readonly Token[] => {
  const points = [...token.term];
  const longest = Math.min(maxChars, points.length);
  const made: Token[] = [];
  for (let length = minChars; length <= longest; length++) {
    made.push({ ...token, term: points.slice(0, length).join('') });
  }
  return made;
};

/**
 * Runs of `size` neighbouring places, their terms joined by a space, each at the place of its first; a place without a term
 * stands in a run as nothing. `trailing` also gives the runs that would go beyond the end, as if empty places followed: as
 * Elasticsearch fills its `_index_prefix` fields.
 */
export const createShingleAnalyzer = (
  inner: Analyzer,
  size: number,
  { trailing = false }: { readonly trailing?: boolean } = {},
): Analyzer => ({
  positionIncrementGap: inner.positionIncrementGap,
  name: `${inner.name}/${size}gram`,
  analyze: (text) => shinglesOf(inner.analyze(text), size, trailing),
  normalize: (text) => inner.normalize(text),
});

const shinglesOf = (tokens: readonly Token[], size: number, trailing: boolean): readonly Token[] => {
  const byPosition = new Map<number, Token>();
  for (const token of tokens) if (!byPosition.has(token.position)) byPosition.set(token.position, token);
  const end = tokens.at(-1)?.position ?? -1;
  const made: Token[] = [];
  for (const first of byPosition.values()) {
    if (!trailing && first.position + size - 1 > end) continue;
    let term = first.term;
    let endOffset = first.endOffset;
    for (let place = first.position + 1; place < first.position + size; place++) {
      const next = byPosition.get(place);
      term = `${term} ${next?.term ?? ''}`;
      endOffset = next?.endOffset ?? endOffset;
    }
    made.push({ ...first, term, endOffset, type: 'shingle' });
  }
  return made;
};
