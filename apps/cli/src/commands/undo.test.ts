import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** The stored copies of what files held. */
async function storedCopies(): Promise<readonly string[]> {
  const found = await readdir(join(place.home, '.toolstone', 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it.each([
  ['emptied', ''],
  ['changed at the same size', 'bad\n'],
])('does not write a stored copy over a file once somebody has %s it', async (_, damage) => {
  await put('a.txt', 'new\n');
  for (const path of await storedCopies()) await writeFile(path, damage);
  const { code, stdout, stderr } = await place.run(['undo']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('a.txt: the stored copy of what it held before is damaged');
  expect(await inDir('a.txt')).toBe('new\n');
});

it('says what it kept, and fails, where a stored copy was deleted from outside', async () => {
  await put('a.txt', 'new\n');
  for (const path of await storedCopies()) await rm(path);
  const { code, stdout, stderr } = await place.run(['undo']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('UNDO_KEPT_ALL');
  expect(stderr).toContain('a.txt: what it held before cannot be read');
  expect(await inDir('a.txt')).toBe('new\n');
});
