import { DisjunctionDocs } from '../iterator/disjunction-docs.ts';
import type { Scorer } from '../query.ts';

export interface DisjunctionOptions {
  /** How many members a document needs at least: 1 or more. */
  readonly minimumMatches: number;
  /**
   * Null to add the members' scores; a number to take the best one and that part of the others (`dis_max`).
   */
  readonly tieBreaker: number | null;
  readonly needsScores: boolean;
}

/** Documents that enough of the members match. Scores add up in 64 bits and end as a 32-bit float, as in Lucene. */
export class DisjunctionScorer implements Scorer {
  readonly iterator: DisjunctionDocs<Scorer>;
  readonly confirm: Scorer['confirm'];
  readonly #members: readonly Scorer[];
  readonly #options: DisjunctionOptions;
  readonly #current: Scorer[] = [];
  #confirmedDoc = -1;
  #count = 0;

  constructor(members: readonly Scorer[], options: DisjunctionOptions) {
    this.iterator = new DisjunctionDocs(members);
    this.#members = members;
    this.#options = options;
    const isPlain = options.minimumMatches <= 1 && members.every((member) => member.confirm === null);
    this.confirm = isPlain
      ? null
      : {
          matches: () => this.#confirmed() >= options.minimumMatches,
          cost: members.reduce((sum, member) => sum + (member.confirm?.cost ?? 0), 1),
        };
  }

  score(): number {
    const count = this.#confirmed();
    const { tieBreaker } = this.#options;
    if (tieBreaker === null) {
      let sum = 0;
      for (let index = 0; index < count; index++) sum += this.#current[index]?.score() ?? 0;
      return Math.fround(sum);
    }
    let best = 0;
    let others = 0;
    for (let index = 0; index < count; index++) {
      const score = this.#current[index]?.score() ?? 0;
      if (score > best) {
        others += best;
        best = score;
      } else others += score;
    }
    return Math.fround(best + others * tieBreaker);
  }

  maxScore(upTo: number): number {
    const { tieBreaker } = this.#options;
    let sum = 0;
    let best = 0;
    for (const member of this.#members) {
      if (member.iterator.docId > upTo) continue;
      const bound = member.maxScore(upTo);
      sum += bound;
      if (bound > best) best = bound;
    }
    return tieBreaker === null ? sum : best + (sum - best) * tieBreaker;
  }

  shallowAdvance(target: number): number {
    let end = Number.MAX_SAFE_INTEGER;
    for (const member of this.#members) {
      const { docId } = member.iterator;
      if (docId <= target) end = Math.min(end, member.shallowAdvance(target));
      else end = Math.min(end, docId - 1);
    }
    return end;
  }

  setMinCompetitiveScore(score: number): void {
    const [only, ...others] = this.#members;
    if (only !== undefined && others.length === 0) only.setMinCompetitiveScore(score);
  }

  /** Leaves the members that match the current document in `#current` and gives how many they are. */
  #confirmed(): number {
    const doc = this.iterator.docId;
    if (doc === this.#confirmedDoc) return this.#count;
    const current = this.#current;
    const standing = this.iterator.current(current);
    let count = 0;
    for (let index = 0; index < standing; index++) {
      const member = current[index];
      if (member === undefined || (member.confirm !== null && !member.confirm.matches())) continue;
      current[count] = member;
      count += 1;
    }
    this.#confirmedDoc = doc;
    this.#count = count;
    return count;
  }
}
