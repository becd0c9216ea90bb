import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { IndexStore } from '../../store/index-store.ts';
import { createSegmentFiles } from '../../store/segment-files.ts';
import { deflate } from '../deflate.ts';
import { createFileDirectory } from '../file-directory.ts';
import { BULK_DOCS, parseText, sourceOf } from './numbered-documents.ts';

const writer = fileURLToPath(new URL('killable-writer.ts', import.meta.url));

/** Runs a writer from bulk `first` on, kills it `afterMs` after its bulk `first`, gives the last acknowledged bulk. */
const writeUntilKilled = (path: string, first: number, afterMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', writer, path, String(first)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('close', (_code, signal) => {
      const whole = output.slice(0, output.lastIndexOf('\n') + 1).trim();
      if (signal === 'SIGKILL' && whole !== '') resolve(Number(whole.split('\n').at(-1)));
      else reject(new Error(`the writer ended by itself: ${errors}`));
    });
  });

const sourcesOf = (segments: readonly SegmentReader[]): Map<string, string> => {
  const found = new Map<string, string>();
  for (const segment of segments) {
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      if (!segment.isLive(doc)) continue;
      const { id, source } = segment.stored(doc);
      if (found.has(id)) throw new Error(`${id} is there twice`);
      found.set(id, new TextDecoder().decode(source ?? undefined));
    }
  }
  return found;
};

const expectedAfter = (bulks: number): Map<string, string> => {
  const expected = new Map<string, string>();
  for (let bulk = 0; bulk < bulks; bulk++) {
    for (let number = 0; number < BULK_DOCS; number++) {
      expected.set(
        `${Math.max(0, bulk - (number % 2))}-${number >>> 1}`,
        new TextDecoder().decode(sourceOf(bulk, number)),
      );
    }
  }
  return expected;
};

/** Kills a writer again and again; after each kill everything acknowledged is there and nothing is there by halves. */
export const killRounds = async (path: string, rounds: number): Promise<void> => {
  let next = 0;
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await writeUntilKilled(path, next, (round * 37) % 400);
    const store = IndexStore.open({
      files: createSegmentFiles(createFileDirectory(path), deflate),
      parse: parseText,
      metadata: null,
    });
    const snapshot = store.acquire();
    const found = sourcesOf(snapshot.segments);
    snapshot.release();
    // The bulk that was being acknowledged may be there as well, whole.
    const bulks = Math.max(...[...found.keys()].map((id) => Number(id.split('-')[0] || '-1'))) + 1;
    expect(bulks).toBeGreaterThanOrEqual(acknowledged + 1);
    expect(bulks).toBeLessThanOrEqual(acknowledged + 2);
    expect(found).toEqual(expectedAfter(bulks));
    store.close();
    next = bulks;
  }
};
