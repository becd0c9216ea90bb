import { NO_MORE_DOCS, type Postings } from '../../segment/segment-reader.ts';
import type { Scorer } from '../query.ts';
import { NO_NORM, type TermScoring } from './similarity.ts';

/** Scores the documents of one term; skips the blocks whose impacts cannot reach the score that is asked for. */
export class TermScorer implements Scorer {
  readonly iterator: Postings;
  readonly confirm = null;
  readonly #postings: Postings;
  readonly #norms: Uint8Array | null;
  readonly #scoring: TermScoring;
  readonly #bestScore: number;
  #minScore = 0;
  #boundedTo = -1;
  #bound = Number.POSITIVE_INFINITY;

  constructor(postings: Postings, norms: Uint8Array | null, scoring: TermScoring) {
    this.#postings = postings;
    this.#norms = norms;
    this.#scoring = scoring;
    // No frequency scores higher than an endless one in the shortest field.
    this.#bestScore = scoring.score(Number.MAX_SAFE_INTEGER, norms === null ? NO_NORM : 0);
    this.iterator = new SkippingPostings(postings, this);
  }

  score(): number {
    const { docId, freq } = this.#postings;
    return this.#scoring.score(freq, this.#norms === null ? NO_NORM : (this.#norms[docId] ?? NO_NORM));
  }

  maxScore(upTo: number): number {
    if (upTo > this.#boundedTo) return this.#bestScore;
    return this.#bound;
  }

  shallowAdvance(target: number): number {
    if (target <= this.#boundedTo && this.#boundedTo !== NO_MORE_DOCS && this.#bound !== Number.POSITIVE_INFINITY) {
      return this.#boundedTo;
    }
    this.#boundedTo = this.#postings.shallowAdvance(target);
    const { freqs, norms, count } = this.#postings.blockImpacts();
    let bound = 0;
    for (let index = 0; index < count; index++) {
      const score = this.#scoring.score(freqs[index] ?? 1, this.#norms === null ? NO_NORM : (norms[index] ?? 0));
      if (score > bound) bound = score;
    }
    this.#bound = count === 0 ? this.#bestScore : bound;
    return this.#boundedTo;
  }

  setMinCompetitiveScore(score: number): void {
    this.#minScore = score;
  }

  /** The first document at or after `target` whose block can compete. */
  competitive(target: number): number {
    if (this.#minScore <= 0) return target;
    if (this.#bestScore < this.#minScore) return NO_MORE_DOCS;
    let doc = target;
    while (doc !== NO_MORE_DOCS) {
      const end = this.shallowAdvance(doc);
      if (this.#bound >= this.#minScore) return doc;
      doc = end === NO_MORE_DOCS ? NO_MORE_DOCS : end + 1;
    }
    return NO_MORE_DOCS;
  }
}

/** The postings less the blocks that their scorer leaves out. */
class SkippingPostings implements Postings {
  readonly #postings: Postings;
  readonly #scorer: TermScorer;
  #isOver = false;

  constructor(postings: Postings, scorer: TermScorer) {
    this.#postings = postings;
    this.#scorer = scorer;
  }

  get docId(): number {
    return this.#isOver ? NO_MORE_DOCS : this.#postings.docId;
  }

  get freq(): number {
    return this.#postings.freq;
  }

  get cost(): number {
    return this.#postings.cost;
  }

  get startOffset(): number {
    return this.#postings.startOffset;
  }

  get endOffset(): number {
    return this.#postings.endOffset;
  }

  next(): number {
    const following = this.#postings.docId + 1;
    const target = this.#scorer.competitive(following);
    if (target === following) return this.#postings.next();
    return this.#goTo(target);
  }

  advance(target: number): number {
    return this.#goTo(this.#scorer.competitive(target));
  }

  nextPosition(): number {
    return this.#postings.nextPosition();
  }

  shallowAdvance(target: number): number {
    return this.#postings.shallowAdvance(target);
  }

  blockImpacts(): ReturnType<Postings['blockImpacts']> {
    return this.#postings.blockImpacts();
  }

  #goTo(target: number): number {
    if (target === NO_MORE_DOCS) {
      this.#isOver = true;
      return NO_MORE_DOCS;
    }
    return this.#postings.advance(target);
  }
}
