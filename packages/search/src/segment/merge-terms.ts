import { FieldTermsWriter, postingsOptions } from './field-terms-writer.ts';
import type { FieldMerge, MappedSource } from './merge-source.ts';
import type { PostingsOptions } from './postings-writer.ts';
import type { SectionFileWriter } from './section-file.ts';
import type { FieldStorage } from './segment-document.ts';
import type { TermsPlace } from './segment-meta.ts';
import { type FieldTerms, NO_MORE_DOCS, type PostingsNeed } from './segment-reader.ts';

interface MergedTerms {
  readonly terms: TermsPlace;
  /** For each source the new ordinal of each of its terms; -1 where it is gone. */
  readonly ordinals: readonly Int32Array[];
}

/** Where a source stands in its terms. */
interface TermCursor {
  readonly source: MappedSource;
  readonly terms: FieldTerms;
  readonly newOrdinals: Int32Array;
  ordinal: number;
  /** A copy of the current term. */
  term: Uint8Array;
}

/** Writes the terms that the sources have together, each with the postings of all of them. */
export const mergeTerms = (
  out: SectionFileWriter,
  merge: FieldMerge,
  about: { readonly inverted: NonNullable<FieldStorage['inverted']>; readonly norms: Uint8Array | null },
): MergedTerms => {
  const options = postingsOptions(about.inverted, about.norms);
  const writer = new FieldTermsWriter(out, options, merge.maxDoc);
  const need = needOf(options);
  const ordinals: Int32Array[] = [];
  const cursors: TermCursor[] = [];
  for (const source of merge.sources) {
    const terms = source.core.terms(merge.storage.name);
    const newOrdinals = new Int32Array(terms?.size ?? 0).fill(-1);
    ordinals.push(newOrdinals);
    if (terms === null || terms.size === 0) continue;
    cursors.push({ source, terms, newOrdinals, ordinal: 0, term: terms.termBytes(0).slice() });
  }
  let written = 0;
  let rounds = 0;
  while (cursors.length > 0) {
    if ((++rounds & 1023) === 0) merge.checkStop();
    const lowest = lowestTerm(cursors);
    writer.startTerm();
    // In order of the sources: their documents follow one another.
    for (const cursor of cursors) {
      if (cursor.term === lowest || compareBytes(cursor.term, lowest) === 0) copyPostings(writer, cursor, need);
    }
    const isKept = writer.endTerm(lowest);
    for (let index = cursors.length - 1; index >= 0; index--) {
      const cursor = cursors[index];
      if (cursor === undefined || (cursor.term !== lowest && compareBytes(cursor.term, lowest) !== 0)) continue;
      if (isKept) cursor.newOrdinals[cursor.ordinal] = written;
      if (++cursor.ordinal === cursor.terms.size) cursors.splice(index, 1);
      else cursor.term = cursor.terms.termBytes(cursor.ordinal).slice();
    }
    if (isKept) written++;
  }
  return { terms: writer.finish(), ordinals };
};

const needOf = (options: PostingsOptions): PostingsNeed => {
  if (options.hasOffsets) return 'offsets';
  if (options.hasPositions) return 'positions';
  return options.hasFreqs ? 'freqs' : 'docs';
};

const lowestTerm = (cursors: readonly TermCursor[]): Uint8Array => {
  let lowest = cursors[0]?.term ?? new Uint8Array(0);
  for (const { term } of cursors) if (compareBytes(term, lowest) < 0) lowest = term;
  return lowest;
};

const copyPostings = (writer: FieldTermsWriter, cursor: TermCursor, need: PostingsNeed): void => {
  const { newDocs } = cursor.source;
  const postings = cursor.terms.postings(cursor.ordinal, need);
  const hasPositions = need === 'positions' || need === 'offsets';
  for (let doc = postings.next(); doc !== NO_MORE_DOCS; doc = postings.next()) {
    const target = newDocs[doc] ?? -1;
    if (target < 0) continue;
    const { freq } = postings;
    writer.addDoc(target, freq);
    if (!hasPositions) continue;
    for (let index = 0; index < freq; index++) {
      const position = postings.nextPosition();
      writer.addPosition(position, postings.startOffset, postings.endOffset);
    }
  }
};

export const compareBytes = (left: Uint8Array, right: Uint8Array): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
