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

/** Two to the power of 47: the last 47 bits are random, and the limit is never low enough to mean anything. */
const LOCK_LIMIT_BASE = 2 ** 47;

export const createMark = (scope: string, inherited: string | undefined): Mark => {
  const random = randomBytes(12);
  const id = random.toString('hex');
  const own = `${id}=${encodeURIComponent(scope)}`;
  return {
    id,
    value: inherited ? `${inherited};${own}` : own,
    lockLimit: LOCK_LIMIT_BASE + (random.readUIntBE(0, 6) % LOCK_LIMIT_BASE),
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
