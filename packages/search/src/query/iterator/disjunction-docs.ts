import { type DocIterator, NO_MORE_DOCS } from '../../segment/segment-reader.ts';

/** Something that stands on a document. */
export interface Positioned {
  readonly iterator: DocIterator;
}

/** The documents that any of the members give, by a heap of where the members stand. */
export class DisjunctionDocs<M extends Positioned> implements DocIterator {
  docId = -1;
  readonly cost: number;
  readonly #heap: M[];

  /** Members that have not moved yet. */
  constructor(members: readonly M[]) {
    this.#heap = [...members];
    this.cost = members.reduce((sum, member) => sum + member.iterator.cost, 0);
  }

  next(): number {
    return this.advance(this.docId + 1);
  }

  advance(target: number): number {
    const heap = this.#heap;
    let top = heap[0];
    while (top !== undefined && top.iterator.docId < target) {
      if (top.iterator.docId + 1 === target) top.iterator.next();
      else top.iterator.advance(target);
      this.#sink();
      top = heap[0];
    }
    this.docId = top === undefined ? NO_MORE_DOCS : top.iterator.docId;
    return this.docId;
  }

  /** Puts the members that stand on the current document into `into`, in no order; gives how many. */
  current(into: M[]): number {
    const count = this.#gather(0, into, 0);
    into.length = count;
    return count;
  }

  #gather(at: number, into: M[], count: number): number {
    const member = this.#heap[at];
    if (member === undefined || member.iterator.docId !== this.docId) return count;
    into[count] = member;
    const afterLeft = this.#gather(2 * at + 1, into, count + 1);
    return this.#gather(2 * at + 2, into, afterLeft);
  }

  /** Puts the moved top where it belongs. */
  #sink(): void {
    const heap = this.#heap;
    const moved = heap[0];
    if (moved === undefined) return;
    const doc = moved.iterator.docId;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      let least = heap[child];
      if (least === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && right.iterator.docId < least.iterator.docId) {
        child += 1;
        least = right;
      }
      if (least.iterator.docId >= doc) break;
      heap[hole] = least;
      hole = child;
    }
    heap[hole] = moved;
  }
}
