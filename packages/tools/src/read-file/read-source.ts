import type { ReadPlan } from './plan.ts';

/** A file that is about to be read: the plan of the call and what is already known of the content. */
export interface ReadSource {
  readonly plan: ReadPlan;
  readonly head: Uint8Array;
  readonly bytes: number;
}
