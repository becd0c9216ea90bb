export interface WorkspaceReadPlan {
  /** What the key may mean, best first; empty: list everything. */
  readonly keys: readonly string[];
  readonly offset: number;
  readonly limit: number;
  readonly unit: 'lines' | 'chars';
  readonly grep: string | null;
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly path: string | null;
}
