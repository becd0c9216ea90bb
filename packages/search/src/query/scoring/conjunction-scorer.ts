import type { DocIterator } from '../../segment/segment-reader.ts';
import { ConjunctionDocs } from '../iterator/conjunction-docs.ts';
import type { Scorer } from '../query.ts';

export interface ConjunctionParts {
  /** All have to match and count; at least one of `required` and `filters` is there. */
  readonly required: readonly Scorer[];
  /** All have to match; none counts. */
  readonly filters: readonly Scorer[];
  /** None may match. */
  readonly excluded: readonly Scorer[];
  /** Counts where it matches; null for none. */
  readonly optional: Scorer | null;
}

/** Documents that the required scorers and filters agree on. */
export class ConjunctionScorer implements Scorer {
  readonly iterator: DocIterator;
  readonly confirm: Scorer['confirm'];
  readonly #parts: ConjunctionParts;

  constructor(parts: ConjunctionParts) {
    this.#parts = parts;
    const all = [...parts.required, ...parts.filters];
    const [only, ...others] = all;
    this.iterator =
      only !== undefined && others.length === 0
        ? only.iterator
        : new ConjunctionDocs(all.map((scorer) => scorer.iterator));
    this.confirm = confirmAll(this.iterator, all, parts.excluded);
  }

  score(): number {
    const { required, optional } = this.#parts;
    let sum = 0;
    for (const scorer of required) sum += scorer.score();
    if (optional !== null && standsOn(optional, this.iterator.docId)) sum += optional.score();
    return Math.fround(sum);
  }

  maxScore(upTo: number): number {
    const { required, optional } = this.#parts;
    let sum = optional?.maxScore(upTo) ?? 0;
    for (const scorer of required) sum += scorer.maxScore(upTo);
    return sum;
  }

  shallowAdvance(target: number): number {
    const { required, optional } = this.#parts;
    let end = optional === null ? Number.MAX_SAFE_INTEGER : optional.shallowAdvance(target);
    for (const scorer of required) end = Math.min(end, scorer.shallowAdvance(target));
    return end;
  }

  setMinCompetitiveScore(score: number): void {
    const { required, optional } = this.#parts;
    const [only, ...others] = required;
    if (only !== undefined && others.length === 0 && optional === null) only.setMinCompetitiveScore(score);
  }
}

/** Whether the scorer matches the document; it may stand before it, never after it for nothing. */
const standsOn = (scorer: Scorer, doc: number): boolean => {
  const { iterator, confirm } = scorer;
  const at = iterator.docId < doc ? iterator.advance(doc) : iterator.docId;
  return at === doc && (confirm === null || confirm.matches());
};

const confirmAll = (
  iterator: DocIterator,
  members: readonly Scorer[],
  excluded: readonly Scorer[],
): Scorer['confirm'] => {
  const checks = members.flatMap(({ confirm }) => (confirm === null ? [] : [confirm]));
  if (checks.length === 0 && excluded.length === 0) return null;
  const cheapFirst = checks.toSorted((left, right) => left.cost - right.cost);
  return {
    cost: checks.reduce((sum, check) => sum + check.cost, excluded.length),
    matches: () => {
      const doc = iterator.docId;
      for (const scorer of excluded) if (standsOn(scorer, doc)) return false;
      for (const check of cheapFirst) if (!check.matches()) return false;
      return true;
    },
  };
};
