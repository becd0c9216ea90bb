import { defineTool, textOutcome } from '@toolstone/kernel';
import { z } from 'zod';
import { describeZone, zoneTime } from './describe-zone.ts';
import { systemTimeZone, toTimeZone, unknownTimeZones } from './zone-names.ts';

const MAX_ZONES = 20;

/** The time in one or several IANA zones. Zones and clock changes come from the runtime's time zone database. */
export const getCurrentTime = defineTool({
  name: 'get_current_time',
  description:
    'The current date and time with UTC offset and the next daylight-saving change, in one or several time zones; without one, in the local zone and UTC.',
  input: z.strictObject({
    timezone: z.string().max(2000).optional().describe('IANA name such as Asia/Tokyo, or several with commas'),
    timezones: z.array(z.string().max(100)).max(MAX_ZONES).optional(),
  }),
  meta: {
    effects: 'none',
    primaryKey: 'timezone',
    taskAgent: true,
    coordinator: true,
    interactive: true,
    autoApprove: true,
    polls: true,
  },

  prepare({ timezone = '', timezones = [] }) {
    const asked = [...timezone.split(','), ...timezones].map((name) => name.trim()).filter((name) => name !== '');
    const names = asked.length > 0 ? asked : [systemTimeZone(), 'UTC'];
    if (names.length > MAX_ZONES) return { status: 'refused', failure: tooMany(names.length) };
    const zones = names.map((name) => ({ name, zone: toTimeZone(name) }));
    const unknown = zones.filter(({ zone }) => zone === undefined).map(({ name }) => name);
    if (unknown.length > 0) return { status: 'refused', failure: unknownTimeZones(unknown) };
    const plan = { zones: [...new Set(zones.flatMap(({ zone }) => zone ?? []))] };
    return { status: 'ready', header: `Time in ${plan.zones.join(', ')}`, plan, needsApproval: false };
  },

  async execute({ zones }, { clock }) {
    const times = zones.map((zone) => zoneTime(zone, clock.now()));
    return textOutcome(times.map(describeZone).join('\n'), {
      value: { utc: new Date(clock.now()).toISOString(), zones: times.map((time) => ({ ...time })) },
      view: {
        type: 'table',
        columns: ['Time zone', 'Time', 'Next change'],
        rows: times.map((time) => [time.timezone, `${time.weekday}, ${time.iso}`, time.nextChange?.at ?? '–']),
      },
    });
  },
});

const tooMany = (count: number) => ({
  code: 'TIMEZONES_TOO_MANY',
  message: `${count} time zones were asked for; at most ${MAX_ZONES} are answered at once`,
  nextStep: 'Ask for fewer',
});
