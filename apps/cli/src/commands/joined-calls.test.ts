import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace();
});
afterEach(() => place.remove());

const start = (command: string) =>
  place.start(['call', 'bash', JSON.stringify({ command }), '--session', 's', '--yes']);

it('runs a call that joined another one of its session, which ended first', async () => {
  await start('true').done;
  const first = start('touch started; while [ ! -e go ]; do sleep 0.02; done; echo A');
  await expect.poll(() => existsSync(join(place.dir, 'started')), { timeout: 10_000 }).toBe(true);
  const others = ['B', 'C', 'D'].map((text) => start(`echo ${text}`));
  // Those wait behind the first one, which a call of its own lets on.
  const released = place.run(['call', 'bash', JSON.stringify({ command: 'sleep 1; touch go' }), '--yes']);
  const ends = await Promise.all([first, ...others].map(({ done }) => done));
  expect(ends.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
    ['A', 'B', 'C', 'D'].map((text) => ({ code: 0, stdout: `${text}\n` })),
  );
  expect((await released).code).toBe(0);
}, 30_000);
