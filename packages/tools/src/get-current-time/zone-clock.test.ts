import { expect, it } from 'vitest';
import { describeZone, zoneTime } from './describe-zone.ts';
import { toTimeZone, unknownTimeZones } from './zone-names.ts';

const noon = Date.parse('2026-12-01T12:00:00Z');
const line = (zone: string, ms = noon): string => describeZone(zoneTime(zone, ms));

it('tells time, offset and the next clock change', () => {
  expect(
    ['Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC']
      .map((zone) => line(zone))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "Europe/Paris: Tuesday, 2026-12-01T13:00:00+01:00; next clock change 2027-03-28T03:00:00+02:00 (+01:00 to +02:00)
    America/New_York: Tuesday, 2026-12-01T07:00:00-05:00; next clock change 2027-03-14T03:00:00-04:00 (-05:00 to -04:00)
    Asia/Tokyo: Tuesday, 2026-12-01T21:00:00+09:00; no clock change ahead
    Asia/Kolkata: Tuesday, 2026-12-01T17:30:00+05:30; no clock change ahead
    Australia/Lord_Howe: Tuesday, 2026-12-01T23:00:00+11:00; next clock change 2027-04-04T01:30:00+10:30 (+11:00 to +10:30)
    America/St_Johns: Tuesday, 2026-12-01T08:30:00-03:30; next clock change 2027-03-14T03:00:00-02:30 (-03:30 to -02:30)
    UTC: Tuesday, 2026-12-01T12:00:00+00:00; no clock change ahead"
  `);
});

it('knows both sides of a change to the second', () => {
  const change = Date.parse('2027-03-28T01:00:00Z');
  expect(line('Europe/Paris', change - 1000)).toMatchInlineSnapshot(
    `"Europe/Paris: Sunday, 2027-03-28T01:59:59+01:00; next clock change 2027-03-28T03:00:00+02:00 (+01:00 to +02:00)"`,
  );
  expect(line('Europe/Paris', change)).toMatchInlineSnapshot(
    `"Europe/Paris: Sunday, 2027-03-28T03:00:00+02:00; next clock change 2027-10-31T02:00:00+01:00 (+02:00 to +01:00)"`,
  );
});

it('takes any letter case and blanks for underscores', () => {
  expect(['europe/paris', 'america/new york', 'utc', 'Asia/Kolkata'].map(toTimeZone)).toEqual([
    'Europe/Paris',
    'America/New_York',
    'UTC',
    'Asia/Kolkata',
  ]);
});

it('names zones near a wrong one', () => {
  const suggestions = ['Paris', 'Europe/Pariss', 'PST', 'New York', 'Mars/Olympus', '']
    .map((name) => unknownTimeZones([name]))
    .map(({ message, nextStep }) => `${message}. ${nextStep}`);
  expect(suggestions.join('\n')).toMatchInlineSnapshot(`
    ""Paris" is not an IANA time zone. Did you mean Europe/Paris? Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC
    "Europe/Pariss" is not an IANA time zone. Did you mean Europe/Paris? Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC
    "PST" is not an IANA time zone. Did you mean America/Los_Angeles? Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC
    "New York" is not an IANA time zone. Did you mean America/New_York? Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC
    "Mars/Olympus" is not an IANA time zone. Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC
    "" is not an IANA time zone. Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC"
  `);
});
