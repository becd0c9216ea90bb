import { randomBytes } from 'node:crypto';

/**
 * The environment variable by which a process and its descendants are found. Its value lists one `id=scope` for each
 * process of this port that stands above, outermost first, so that a Toolstone inside a Toolstone hides nothing.
 */
export const MARK_VARIABLE = 'TOOLSTONE_SCOPE';

export interface Mark {
  readonly id: string;
  /** Value of `MARK_VARIABLE`. */
  readonly value: string;
  /**
   * A soft limit of file locks (`ulimit -x`) that no other process has. Linux has not enforced this limit since 2.4, but
   * hands it on over every fork and exec: it stays where a descendant empties its environment or writes over it.
   */
  readonly lockLimit: number;
}

/** Limits from here on are never low enough to mean anything. */
const LOCK_LIMIT_BASE = 2 ** 47;

/**
 * Makes the marks of one port: random bytes that are asked for once, then a number that counts up, for randomness takes
 * longer than all the rest of a mark.
 */
export const createMarks = (inherited: string | undefined): ((scope: string) => Mark) => {
  const random = randomBytes(10);
  const prefix = random.subarray(0, 8).toString('hex');
  // 46 bits: the upper 26 are random, the lower 20 count and go round after a million.
  const limits = (random.readUIntBE(4, 6) % 2 ** 26) * 2 ** 20;
  let count = 0;
  return (scope) => {
    count += 1;
    const id = `${prefix}${count.toString(16).padStart(8, '0')}`;
    const own = `${id}=${encodeURIComponent(scope)}`;
    return {
      id,
      value: inherited ? `${inherited};${own}` : own,
      lockLimit: LOCK_LIMIT_BASE + limits + (count % 2 ** 20),
    };
  };
};

/** Whether the value of a mark names a scope or a scope below it. */
export const isInScope = (value: string, scope: string): boolean => {
  const wanted = encodeURIComponent(scope);
  const below = `${wanted}${encodeURIComponent('/')}`;
  return value.split(';').some((entry) => {
    const own = entry.slice(entry.indexOf('=') + 1);
    return own === wanted || own.startsWith(below);
  });
};

/** Whether the value of a mark names one start. */
export const hasId = (value: string, id: string): boolean =>
  value.split(';').some((entry) => entry.startsWith(`${id}=`));
