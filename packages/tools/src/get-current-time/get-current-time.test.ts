import { createWorkbench, type Workbench } from '@toolstone/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getCurrentTime } from './index.ts';

let bench: Workbench;
beforeEach(async () => {
  bench = await createWorkbench({ tools: [getCurrentTime] });
});
afterEach(() => bench.close());

const zonesOf = async (args: unknown): Promise<readonly string[]> => {
  const { text } = await bench.call('get_current_time', args);
  return text.split('\n').map((line) => line.slice(0, line.indexOf(':')));
};

it('answers for several zones at once, each only once', async () => {
  expect(await zonesOf({ timezone: 'asia/tokyo, UTC', timezones: ['Europe/Paris', 'UTC'] })).toEqual([
    'Asia/Tokyo',
    'UTC',
    'Europe/Paris',
  ]);
  expect(await zonesOf('America/New York')).toEqual(['America/New_York']);
});

it('answers for the local zone and UTC when none is named', async () => {
  const local = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(await zonesOf({})).toEqual([...new Set([local, 'UTC'])]);
});

it('gives the same moment in every zone, to the second', async () => {
  const { value, text } = await bench.call('get_current_time', { timezones: ['Asia/Kolkata', 'America/St_Johns'] });
  const moments = [...text.matchAll(/day, (\S+);/g)].map(([, iso]) => Date.parse(iso ?? ''));
  expect(new Set(moments).size).toBe(1);
  expect(value).toMatchObject({
    zones: [{ timezone: 'Asia/Kolkata', offset: '+05:30' }, { timezone: 'America/St_Johns' }],
  });
});

it('refuses what is no zone, with names like it', async () => {
  const { failure } = await bench.call('get_current_time', { timezone: 'Europe/Pari, UTC' });
  expect(failure).toMatchObject({
    code: 'TIMEZONE_UNKNOWN',
    message: '"Europe/Pari" is not an IANA time zone',
    nextStep: expect.stringContaining('Did you mean Europe/Paris'),
  });
  const many = await bench.call('get_current_time', { timezone: 'UTC,'.repeat(21) });
  expect(many.failure?.code).toBe('TIMEZONES_TOO_MANY');
  expect((await bench.call('get_current_time', { timezone: 3 })).failure?.code).toBe('ARGUMENTS_INVALID');
});
