import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { createFileDirectory, releaseFolderOfEndedThread } from './file-directory.ts';
import { killRounds } from './testing/kill-writer.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'search-folder-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const write = (directory: ReturnType<typeof createFileDirectory>, name: string, text: string): void => {
  const file = directory.create(name);
  file.append(bytes(text));
  file.sync();
  file.close();
};

test('files are listed, replaced by renaming, and readable after they were removed', () => {
  const directory = createFileDirectory(join(path, 'new', 'index'));
  write(directory, 'a', 'one');
  write(directory, 'b', 'three');
  directory.rename('b', 'a');
  const reader = directory.open('a');
  directory.remove('a');
  directory.remove('a');
  expect(directory.list()).toEqual([]);
  const target = new Uint8Array(3);
  reader.readInto(1, target);
  expect([reader.size, new TextDecoder().decode(target)]).toEqual([5, 'hre']);
  expect(() => reader.readInto(3, target)).toThrow('a ends before byte 6');
  reader.close();
  expect(() => directory.open('a')).toThrow('a is not in the folder of the index');
});

const startTime = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

describe('the lock', () => {
  test('lets one writer in', () => {
    const release = createFileDirectory(path).lock();
    expect(() => createFileDirectory(path).lock()).toThrow(EsError);
    release();
    createFileDirectory(path).lock()();
  });

  test('of a living process is refused by its id, of one that ended taken over', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")'], { stdio: 'pipe' });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const stat = `${child.pid} ${startTime(child.pid ?? 0)}`;
    writeFileSync(join(path, 'write.lock'), stat);
    expect(() => createFileDirectory(path).lock()).toThrow(`the process ${child.pid}`);
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await ended;
    createFileDirectory(path).lock()();
  });

  test('of a thread that ended is let go by its process', () => {
    writeFileSync(join(path, 'write.lock'), `${process.pid} ${startTime(process.pid)}`);
    expect(() => createFileDirectory(path).lock()).toThrow(`the process ${process.pid}`);
    releaseFolderOfEndedThread(path);
    createFileDirectory(path).lock()();
  });
});

test('a killed writer loses nothing that it acknowledged', async () => {
  await killRounds(path, 3);
}, 60_000);
