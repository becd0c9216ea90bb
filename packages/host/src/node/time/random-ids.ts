import { randomFillSync } from 'node:crypto';
import type { Ids } from '@toolstone/kernel';

/** Crockford's base 32: no letter that is mistaken for a digit, and in the order of ASCII, so that text sorts as numbers. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const POOL_BYTES = 2000;
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * Ids of a prefix, `_` and 26 characters in the form of a ULID (github.com/ulid/spec): 48 bits of milliseconds, 80 random
 * bits. They sort by the time at which they were made; those of one millisecond count up from a random start.
 */
export const createRandomIds = (now: () => number = Date.now): Ids => {
  // Asking the system for random bytes costs as much for a few as for many.
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  const take = (bytes: number): Buffer => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
  let lastMs = -1;
  let lastRandom = 0n;
  return {
    next(prefix) {
      const ms = now();
      if (ms > lastMs) {
        lastMs = ms;
        // A start in the lower half leaves room to count up in.
        lastRandom = BigInt(`0x${take(10).toString('hex')}`) >> 1n;
      } else {
        // A clock that was set back must not break the order.
        lastRandom += 1n;
      }
      return `${prefix}_${encode(BigInt(lastMs), TIME_DIGITS)}${encode(lastRandom, RANDOM_DIGITS)}`;
    },
  };
};

const encode = (value: bigint, digits: number): string => {
  let text = '';
  for (let rest = value; text.length < digits; rest >>= 5n) text = DIGITS.charAt(Number(rest & 31n)) + text;
  return text;
};
