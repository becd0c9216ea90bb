import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace();
});
afterEach(() => place.remove());

const stateOf = (pid: string): string =>
  spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
const call = (command: string) => ['call', 'bash', JSON.stringify({ command }), '--session', 's', '--yes'];

it('ends what a killed program had left running before it tells of it', async () => {
  const killed = place.start(call('sleep 86400 & echo $! > pid.new; mv pid.new pid; wait'));
  const file = join(place.dir, 'pid');
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
  killed.kill('SIGKILL');
  await killed.done;
  const pid = (await readFile(file, 'utf8')).trim();
  expect(stateOf(pid)).toMatch(/^S/);
  expect(await place.run(call('true'))).toMatchObject({ code: 0 });
  // Gone, or dead and not yet collected by its parent.
  expect(stateOf(pid)).toMatch(/^(Z|$)/);
  const id = /ws_\w+/.exec((await place.run(['sessions', 'list', '--all'])).stdout)?.[0] ?? '';
  const { stdout } = await place.run(['sessions', 'show', id]);
  expect(stdout).toContain('the program was killed while this ran, and what was found running of it has been ended');
}, 30_000);
