import type { Instant } from './resolve-date.ts';
import type { TimeZone } from './time-zone.ts';

/** One alternative between the bars. */
export interface SingleFormat {
  /** The instant, or the place in the text where reading failed. */
  parse(text: string, zone: TimeZone, roundUp: boolean): Instant | number;
  print(instant: Instant, zone: TimeZone): string;
  /** True for formats that are several in one, whose refusal names no place. */
  readonly isComposite: boolean;
}
