import { illegalArgument } from '../../error/es-error.ts';
import { isJsonObject } from '../../json/json-kinds.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { normLengths } from '../../segment/norm-length.ts';
import type { Explanation } from '../query.ts';
import type { FieldStatistics } from '../shard-context.ts';

/** Scores one or more terms of one field that count together; a score is a 32-bit float, as Lucene's. */
export interface TermScoring {
  /** By how often it occurs in the document (1 or more; fractions for sloppy phrases) and the norm byte of its field. */
  score(freq: number, norm: number): number;
  explain(freq: number, norm: number): Explanation;
}

export interface Similarity {
  /** `docFreqs` are those of the terms that are scored together: one, or those of a phrase. */
  scoring(boost: number, field: FieldStatistics, docFreqs: readonly TermCount[]): TermScoring;
}

export interface TermCount {
  readonly term: string;
  readonly docFreq: number;
}

/** The norm byte that stands for a field without norms. */
export const NO_NORM = 1;

/**
 * Robertson's BM25 as Lucene 9 computes it with Elasticsearch's factor of k1 + 1:
 * `boost * (k1 + 1) * idf * freq / (freq + k1 * (1 - b + b * length / average))`.
 */
export const createBm25 = ({ k1 = 1.2, b = 0.75 }: { readonly k1?: number; readonly b?: number } = {}): Similarity => ({
  scoring(boost, field, docFreqs) {
    const average = Math.fround(field.sumTotalTermFreq / field.docCount);
    const idfs = docFreqs.map(({ docFreq }) => idfOf(docFreq, field.docCount));
    const idf = Math.fround(idfs.reduce((sum, one) => sum + one, 0));
    const weight = Math.fround(Math.fround(Math.fround(1 + k1) * Math.fround(boost)) * idf);
    const inverses = new Float32Array(256);
    for (let norm = 0; norm < 256; norm++) {
      inverses[norm] = 1 / (k1 * (1 - b + (b * (normLengths[norm] ?? 0)) / average));
    }
    const score = (freq: number, norm: number): number =>
      Math.fround(weight - weight / (1 + Math.fround(freq * (inverses[norm] ?? 0))));
    return {
      score,
      explain: (freq, norm) =>
        explainBm25({
          ...{ freq, length: normLengths[norm] ?? 0, value: score(freq, norm), boost: Math.fround(boost * (1 + k1)) },
          ...{ idf, idfs, docFreqs, docCount: field.docCount, k1, b, average, weight },
        }),
    };
  },
});

/** `boolean`: the boost alone. */
export const booleanSimilarity: Similarity = {
  scoring: (boost) => ({
    score: () => Math.fround(boost),
    explain: () => leaf(boost, 'score(BooleanWeight), computed from: boost'),
  }),
};

const idfOf = (docFreq: number, docCount: number): number =>
  Math.fround(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));

/** The similarity that a field's `similarity` names in the settings of its index; BM25 where it names none. */
export const similarityNamed = (name: string | null, settings: JsonObject): Similarity => {
  if (name === 'boolean') return booleanSimilarity;
  const index = isJsonObject(settings['index']) ? settings['index'] : settings;
  const all = isJsonObject(index['similarity']) ? index['similarity'] : {};
  const given = all[name ?? 'default'];
  if (!isJsonObject(given)) {
    if (name === null || name === 'BM25') return createBm25();
    throw illegalArgument(
      `Unknown Similarity type [${name}]; define it in the settings of the index, or use BM25 or boolean`,
    );
  }
  const type = String(given['type'] ?? 'BM25');
  if (type === 'boolean') return booleanSimilarity;
  if (type !== 'BM25') {
    throw illegalArgument(`Similarity type [${type}] of [${name ?? 'default'}] is not supported; use BM25 or boolean`);
  }
  return createBm25({ k1: Number(given['k1'] ?? 1.2), b: Number(given['b'] ?? 0.75) });
};

const leaf = (value: number, description: string): Explanation => ({ isMatch: true, value, description, details: [] });

const explainBm25 = (of: {
  readonly freq: number;
  readonly length: number;
  readonly value: number;
  readonly boost: number;
  readonly idf: number;
  readonly idfs: readonly number[];
  readonly docFreqs: readonly TermCount[];
  readonly docCount: number;
  readonly k1: number;
  readonly b: number;
  readonly average: number;
  readonly weight: number;
}): Explanation => ({
  isMatch: true,
  value: of.value,
  description: `score(freq=${of.freq}), computed as boost * idf * tf from:`,
  details: [
    ...(of.boost === 1 ? [] : [leaf(of.boost, 'boost')]),
    explainIdf(of),
    {
      isMatch: true,
      value: Math.fround(of.value / of.weight),
      description: 'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:',
      details: [
        leaf(of.freq, 'freq, occurrences of term within document'),
        leaf(of.k1, 'k1, term saturation parameter'),
        leaf(of.b, 'b, length normalization parameter'),
        leaf(of.length, 'dl, length of field'),
        leaf(of.average, 'avgdl, average length of field'),
      ],
    },
  ],
});

const explainIdf = (of: {
  readonly idf: number;
  readonly idfs: readonly number[];
  readonly docFreqs: readonly TermCount[];
  readonly docCount: number;
}): Explanation => {
  const one = (docFreq: number, value: number): Explanation => ({
    isMatch: true,
    value,
    description: 'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:',
    details: [
      leaf(docFreq, 'n, number of documents containing term'),
      leaf(of.docCount, 'N, total number of documents with field'),
    ],
  });
  const each = of.docFreqs.map(({ docFreq }, index) => one(docFreq, of.idfs[index] ?? 0));
  const [only, ...others] = each;
  if (only !== undefined && others.length === 0) return only;
  return { isMatch: true, value: of.idf, description: 'idf, sum of:', details: each };
};
