import { illegalArgument } from '../error/es-error.ts';
import type { Instant } from './resolve-date.ts';

export type { Instant };

/** Nanoseconds from the epoch, as `date_nanos` stores them; what 64 bits or the years 1970 to 2262 do not hold is refused. */
export function toEpochNanos(instant: Instant, text: string): bigint {
  const nanos = BigInt(instant.millis) * 1_000_000n + BigInt(instant.nanos);
  if (nanos < 0n) {
    throw illegalArgument(`date[${text}] is before the epoch in 1970 and cannot be stored in nanosecond resolution`);
  }
  if (nanos > 9_223_372_036_854_775_807n) {
    throw illegalArgument(
      `date[${text}] is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution`,
    );
  }
  return nanos;
}

export function fromEpochNanos(nanos: bigint): Instant {
  const rest = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return { millis: Number((nanos - rest) / 1_000_000n), nanos: Number(rest) };
}
