export interface ReadPlan {
  /** Absolute, as named; `real` with links resolved; `shown` as the model knows it. */
  readonly path: string;
  readonly real: string;
  readonly shown: string;
  readonly offset: number;
  readonly limit?: number;
  readonly column?: number;
}
