import type { DocIterator } from '../../segment/segment-reader.ts';
import type { Scorer } from '../query.ts';

/** Every match scores the same. */
export const constantScorer = (iterator: DocIterator, score: number, confirm: Scorer['confirm'] = null): Scorer => ({
  iterator,
  confirm,
  score: () => score,
  maxScore: () => score,
  shallowAdvance: () => Number.MAX_SAFE_INTEGER,
  setMinCompetitiveScore: () => undefined,
});

/** The matches of a scorer, each confirmed: for those who only walk. */
export const confirmedDocs = (scorer: Scorer): DocIterator => {
  const { iterator, confirm } = scorer;
  return confirm === null ? iterator : new ConfirmedDocs(iterator, confirm);
};

class ConfirmedDocs implements DocIterator {
  readonly cost: number;
  readonly #iterator: DocIterator;
  readonly #confirm: NonNullable<Scorer['confirm']>;

  constructor(iterator: DocIterator, confirm: NonNullable<Scorer['confirm']>) {
    this.#iterator = iterator;
    this.#confirm = confirm;
    this.cost = iterator.cost;
  }

  get docId(): number {
    return this.#iterator.docId;
  }

  next(): number {
    return this.#settle(this.#iterator.next());
  }

  advance(target: number): number {
    return this.#settle(this.#iterator.advance(target));
  }

  #settle(start: number): number {
    let doc = start;
    while (doc !== 0x7fffffff && !this.#confirm.matches()) doc = this.#iterator.next();
    return doc;
  }
}
