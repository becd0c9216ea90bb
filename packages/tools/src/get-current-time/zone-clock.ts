/** What clocks in one time zone show, from the runtime's own time zone database. */
export interface ZoneClock {
  /** Minutes east of UTC at a moment. */
  offsetMinutes(ms: number): number;
  /** The next moment at which the offset changes, within 400 days. */
  nextChange(ms: number): ClockChange | undefined;
}

export interface ClockChange {
  readonly atMs: number;
  readonly beforeMinutes: number;
  readonly afterMinutes: number;
}

const DAY_MS = 86_400_000;
/** No zone changes its offset twice within a week. */
const STEP_MS = 7 * DAY_MS;
const HORIZON_MS = 400 * DAY_MS;
const SECOND_MS = 1000;

/** @param timezone a name that the runtime knows; anything else throws RangeError. */
export function createZoneClock(timezone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });

  const offsetMinutes = (ms: number): number => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };

  /** Halves the span until it is one second; the offset differs at its ends. */
  const bisect = (from: number, to: number, before: number): number => {
    let [low, high] = [from, to];
    while (high - low > SECOND_MS) {
      const middle = Math.floor((low + high) / 2 / SECOND_MS) * SECOND_MS;
      if (offsetMinutes(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  };

  return {
    offsetMinutes,
    nextChange(ms) {
      const start = Math.floor(ms / SECOND_MS) * SECOND_MS;
      const beforeMinutes = offsetMinutes(start);
      for (let at = start + STEP_MS; at <= start + HORIZON_MS; at += STEP_MS) {
        if (offsetMinutes(at) === beforeMinutes) continue;
        const atMs = bisect(at - STEP_MS, at, beforeMinutes);
        return { atMs, beforeMinutes, afterMinutes: offsetMinutes(atMs) };
      }
      return undefined;
    },
  };
}

/** `+05:30`. */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** ISO 8601 with an offset, in whole seconds: `2026-12-01T09:05:07+09:00`. */
export const isoWithOffset = (ms: number, minutes: number): string =>
  `${new Date(ms + minutes * 60_000).toISOString().slice(0, 19)}${formatOffset(minutes)}`;
