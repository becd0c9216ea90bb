import { type DocIterator, NO_MORE_DOCS } from '../../segment/segment-reader.ts';

/** The documents that all of the iterators give; the cheapest leads. */
export class ConjunctionDocs implements DocIterator {
  docId = -1;
  readonly cost: number;
  readonly #lead: DocIterator;
  readonly #others: readonly DocIterator[];

  /** Of at least one iterator. */
  constructor(iterators: readonly DocIterator[]) {
    const [lead, ...others] = iterators.toSorted((left, right) => left.cost - right.cost);
    if (lead === undefined) throw new Error('a conjunction of nothing');
    this.#lead = lead;
    this.#others = others;
    this.cost = lead.cost;
  }

  next(): number {
    return this.#agree(this.#lead.next());
  }

  advance(target: number): number {
    return this.#agree(this.#lead.advance(target));
  }

  #agree(start: number): number {
    let doc = start;
    const others = this.#others;
    search: while (doc !== NO_MORE_DOCS) {
      for (const other of others) {
        let at = other.docId;
        if (at < doc) at = other.advance(doc);
        if (at > doc) {
          doc = at === NO_MORE_DOCS ? NO_MORE_DOCS : this.#lead.advance(at);
          continue search;
        }
      }
      break;
    }
    this.docId = doc;
    return doc;
  }
}
