import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@toolstone/host/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await createPlace({ 'a.txt': 'old\n', 'b.txt': 'old\n' });
});
afterEach(() => place.remove());

const put = async (name: string, text: string, ...more: readonly string[]): Promise<void> => {
  const session = ['--session', 's'];
  await place.run(['call', 'read_file', JSON.stringify({ path: name }), ...session]);
  const args = JSON.stringify({ path: name, content: text });
  expect(await place.run(['call', 'write_file', args, '--yes', ...session, ...more])).toMatchObject({ code: 0 });
};
const inDir = (name: string): Promise<string> => readFile(join(place.dir, name), 'utf8');

/** Leaves the database as a process that was killed right after its newest call had written its file. */
async function forgetResult(): Promise<void> {
  const database = await openDatabase({ file: join(place.home, '.toolstone', 'toolstone.db') });
  try {
    const { kysely } = database;
    const start = await kysely
      .selectFrom('records')
      .select(['workstream', 'seq'])
      .where('kind', '=', 'call.started')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    await kysely
      .deleteFrom('records')
      .where('workstream', '=', start.workstream)
      .where('seq', '>', start.seq)
      .execute();
    await kysely
      .updateTable('workstreams')
      .set({ head: start.seq, state: 'running' })
      .where('no', '=', start.workstream)
      .execute();
  } finally {
    database.close();
  }
}

it('takes back what a killed process had written, though its result was never recorded', async () => {
  await put('a.txt', 'new\n');
  await forgetResult();
  expect(await inDir('a.txt')).toBe('new\n');
  expect(await place.run(['undo'])).toEqual({
    code: 0,
    signal: null,
    stderr: '',
    stdout: expect.stringContaining('restored'),
  });
  expect(await inDir('a.txt')).toBe('old\n');
});

it('tells a call that finds a killed one before it what became of that', async () => {
  await put('a.txt', 'new\n');
  await forgetResult();
  await put('b.txt', 'new\n');
  const listed = await place.run(['undo', '--list']);
  expect(listed.stdout).toContain('changed  a.txt');
  expect(listed.stdout).toContain('changed  b.txt');
});

it('is not stuck behind a turn whose files others have changed', async () => {
  await put('a.txt', 'new\n');
  await put('b.txt', 'new\n');
  await writeFile(join(place.dir, 'b.txt'), 'theirs\n');
  const stuck = await place.run(['undo']);
  expect(stuck).toMatchObject({ code: 1, stdout: '' });
  const turn = /toolstone undo --turn (r\d+)/.exec(stuck.stderr)?.[1] ?? '';
  expect(await place.run(['undo', '--turn', turn])).toMatchObject({ code: 0 });
  expect(await inDir('a.txt')).toBe('old\n');
  expect(await inDir('b.txt')).toBe('theirs\n');
});
