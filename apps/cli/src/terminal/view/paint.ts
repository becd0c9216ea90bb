import type { Theme } from '../style/theme.ts';

/** What a renderer needs to know of the terminal. */
export interface Paint {
  readonly width: number;
  readonly theme: Theme;
  /** Whether long parts are shown whole. */
  readonly isExpanded: boolean;
}

export const narrowed = (paint: Paint, by: number): Paint => ({ ...paint, width: Math.max(10, paint.width - by) });
