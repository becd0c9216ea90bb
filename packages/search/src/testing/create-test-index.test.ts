import { expect, test } from 'vitest';
import { NO_MORE_DOCS } from '../segment/segment-reader.ts';
import { createTestIndex } from './create-test-index.ts';

test('documents go through their mapping into segments that answer for them', () => {
  const context = createTestIndex({
    mappings: { properties: { text: { type: 'text' }, tag: { type: 'keyword' }, price: { type: 'double' } } },
    docs: [
      { source: { text: 'the quick brown fox', tag: 'a', price: 1.25 } },
      { source: { text: 'the lazy dog and the fox', tag: ['b', 'a'], price: 3 } },
      { source: { text: 'nothing of it', tag: 'c', extra: { deep: 7 } } },
    ],
    segmentSize: 2,
    deleted: ['0'],
  });
  const [first] = context.segments;
  const terms = first?.terms('text');
  const postings = terms?.postings(terms.ordinalOf('the'), 'positions');
  const seen: number[][] = [];
  for (let doc = postings?.next() ?? NO_MORE_DOCS; doc !== NO_MORE_DOCS; doc = postings?.next() ?? NO_MORE_DOCS) {
    const positions = Array.from({ length: postings?.freq ?? 0 }, () => postings?.nextPosition() ?? -1);
    seen.push([doc, ...positions]);
  }
  expect(seen).toEqual([
    [0, 0],
    [1, 0, 4],
  ]);
  expect(first?.liveRootCount).toBe(1);
  expect(first?.numbers('price')?.value(0)).toBe(1.25);
  expect(first?.ordinals('tag')?.count(1)).toBe(2);
  expect(context.segments[1]?.numbers('extra.deep')?.value(0)).toBe(7);
  expect(context.fieldStatistics('text')).toEqual({ docCount: 3, sumTotalTermFreq: 13, sumDocFreq: 12 });
  expect(context.termStatistics('text', 'fox')).toEqual({ docFreq: 2, totalTermFreq: 2 });
  expect(new TextDecoder().decode(first?.stored(1).source ?? new Uint8Array())).toContain('lazy dog');
});
