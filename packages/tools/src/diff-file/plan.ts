export interface DiffTarget {
  readonly kind: 'file';
  readonly path: string;
  readonly real: string;
  readonly shown: string;
}

export interface DiffPlan {
  readonly a: DiffTarget;
  readonly b: DiffTarget | { readonly kind: 'content'; readonly text: string };
  readonly contextLines: number;
}
