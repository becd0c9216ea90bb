export interface SearchPlan {
  readonly query: string;
  /** Absolute, with all links resolved. */
  readonly target: string;
  /** The target as results show it: empty for the working directory itself. */
  readonly shown: string;
  readonly isFile: boolean;
  readonly glob: string | null;
  readonly case: 'sensitive' | 'insensitive' | 'smart';
  readonly context: number;
  readonly multiline: boolean;
  readonly filesOnly: boolean;
}
