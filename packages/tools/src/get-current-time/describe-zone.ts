import { type ClockChange, createZoneClock, formatOffset, isoWithOffset } from './zone-clock.ts';

export interface ZoneTime {
  readonly timezone: string;
  readonly iso: string;
  readonly weekday: string;
  readonly offset: string;
  /** The next daylight-saving or other change of the offset, null where none comes within 400 days. */
  readonly nextChange: { readonly at: string; readonly from: string; readonly to: string } | null;
}

/** The time in one zone. @param timezone a name that the runtime knows. */
export function zoneTime(timezone: string, ms: number): ZoneTime {
  const clock = createZoneClock(timezone);
  const minutes = clock.offsetMinutes(ms);
  const change = clock.nextChange(ms);
  return {
    timezone,
    iso: isoWithOffset(ms, minutes),
    weekday: new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(ms),
    offset: formatOffset(minutes),
    nextChange: change ? toChange(change) : null,
  };
}

const toChange = ({ atMs, beforeMinutes, afterMinutes }: ClockChange) => ({
  at: isoWithOffset(atMs, afterMinutes),
  from: formatOffset(beforeMinutes),
  to: formatOffset(afterMinutes),
});

/** One line: `Europe/Paris: Tuesday, 2026-12-01T13:00:00+01:00; next clock change 2027-03-28T03:00:00+02:00 (+01:00 to +02:00)`. */
export function describeZone({ timezone, weekday, iso, nextChange }: ZoneTime): string {
  const change = nextChange
    ? `next clock change ${nextChange.at} (${nextChange.from} to ${nextChange.to})`
    : 'no clock change ahead';
  return `${timezone}: ${weekday}, ${iso}; ${change}`;
}
