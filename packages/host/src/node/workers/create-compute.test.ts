import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { threadId } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleFile } from './bundle-file.test-support.ts';
import { computeConformance } from './compute.conformance.ts';
import { type ComputeSettings, createCompute, type LocalCompute } from './create-compute.ts';
import { testJobs, testTable } from './jobs.fixture.ts';

const workerEntry = new URL('./worker.fixture.ts', import.meta.url);
const LARGE = { bytes: 1024 * 1024, deadlineMs: 60_000 } as const;

computeConformance('worker threads', async () => {
  const compute = createCompute({ workerUrl: await bundleFile(workerEntry), table: testTable, maxWorkers: 2 });
  return { compute, remove: () => compute.end() };
});

describe('compute over worker threads', () => {
  let workerUrl: URL;
  let directory: string;
  let made: LocalCompute[];
  beforeAll(async () => {
    workerUrl = await bundleFile(workerEntry);
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-compute-'));
    made = [];
  });
  afterEach(async () => {
    for (const compute of made) await compute.end();
    await rm(directory, { recursive: true });
  });
  const create = (changes: Partial<ComputeSettings> = {}): LocalCompute => {
    const compute = createCompute({ workerUrl, table: testTable, ...changes });
    made.push(compute);
    return compute;
  };

  it('runs small jobs on the calling thread and others in a worker', async () => {
    const compute = create();
    expect(await compute.run(testJobs.thread, null, { ...LARGE, bytes: 64 * 1024 - 1 })).toBe(threadId);
    expect(await compute.run(testJobs.thread, null, { ...LARGE, bytes: 64 * 1024 })).not.toBe(threadId);
    expect(await compute.run(testJobs.thread, null, { ...LARGE, bytes: 1, isolate: true })).not.toBe(threadId);
  });

  it('uses a worker again, and no more than it may', async () => {
    const compute = create({ maxWorkers: 2 });
    const first = await compute.run(testJobs.thread, null, LARGE);
    expect(await compute.run(testJobs.thread, null, LARGE)).toBe(first);
    const threads = await Promise.all(Array.from({ length: 30 }, () => compute.run(testJobs.thread, null, LARGE)));
    expect(new Set(threads).size).toBeLessThanOrEqual(2);
  });

  it('ends a worker that has no work', async () => {
    const compute = create({ idleMs: 1, maxWorkers: 1 });
    const first = await compute.run(testJobs.thread, null, LARGE);
    await expect.poll(() => compute.run(testJobs.thread, null, LARGE)).not.toBe(first);
  });

  it('counts the deadline from the start of the job, not from its place in the line', async () => {
    const compute = create({ maxWorkers: 1 });
    const before = Array.from({ length: 3 }, () =>
      compute.run(testJobs.spin, null, { ...LARGE, deadlineMs: 100 }).catch(() => 'ended'),
    );
    expect(await compute.run(testJobs.double, 4, { ...LARGE, deadlineMs: 150 })).toBe(8);
    expect(await Promise.all(before)).toEqual(['ended', 'ended', 'ended']);
  });

  it('lets a job leave the line when it is aborted', async () => {
    const compute = create({ maxWorkers: 1 });
    const controller = new AbortController();
    const spinning = compute.run(testJobs.spin, null, { ...LARGE, signal: controller.signal });
    const waiting = new AbortController();
    const behind = compute.run(testJobs.double, 1, { ...LARGE, signal: waiting.signal });
    waiting.abort(new Error('left'));
    await expect(behind).rejects.toThrow('left');
    controller.abort(new Error('ended'));
    await expect(spinning).rejects.toThrow('ended');
  });

  it('ends a job that fills its memory, and that alone', async () => {
    const compute = create({ maxWorkers: 1, maxHeapMb: 64 });
    await expect(compute.run(testJobs.fillMemory, null, LARGE)).rejects.toMatchObject({
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    });
    expect(await compute.run(testJobs.double, 4, LARGE)).toBe(8);
  });

  it('shows a job nothing of the environment', async () => {
    expect(await create().run(testJobs.environment, null, LARGE)).toEqual([]);
  });

  it('does not keep the process alive', async () => {
    const script = await bundleFile(new URL('./idle-pool.fixture.ts', import.meta.url));
    const words = [fileURLToPath(script), fileURLToPath(workerUrl)];
    const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
    expect(stdout).toBe('42\n');
  });

  it('rejects what runs when it is ended', async () => {
    const compute = create();
    const spinning = compute.run(testJobs.spin, null, LARGE);
    await compute.run(testJobs.double, 1, LARGE);
    await Promise.all([expect(spinning).rejects.toThrow('ended'), compute.end()]);
  });

  describe('with a worker file that does not fit', () => {
    const file = async (text: string): Promise<URL> => {
      const path = join(directory, 'worker.mjs');
      await writeFile(path, text);
      return pathToFileURL(path);
    };

    it('refuses at once where it is missing', () => {
      const workerUrl = pathToFileURL('/missing/worker.mjs');
      expect(() => createCompute({ workerUrl, table: testTable })).toThrowErrorMatchingInlineSnapshot(
        `[Error: The worker file /missing/worker.mjs is missing: build the project (npm run build)]`,
      );
    });

    it('rejects with the error that the file throws', async () => {
      const compute = create({ workerUrl: await file('throw new Error("broken build")') });
      await expect(compute.run(testJobs.double, 1, LARGE)).rejects.toThrow('broken build');
    });

    it('rejects where the file ends without a word', async () => {
      const compute = create({ workerUrl: await file('export {};') });
      await expect(compute.run(testJobs.double, 1, LARGE)).rejects.toThrowErrorMatchingInlineSnapshot(
        `[Error: The worker ended with code 0 before its job did]`,
      );
    });

    it('rejects where the file is older than the table', async () => {
      const compute = create({ table: [...testTable, { name: 'new', run: (input: number) => input }] });
      const job = { name: 'new', run: (input: number) => input };
      await expect(compute.run(job, 1, LARGE)).rejects.toThrow();
    });
  });

  it('refuses a table in which two jobs have one name', () => {
    const table = [testJobs.double, testJobs.double];
    expect(() => create({ table })).toThrowErrorMatchingInlineSnapshot(`[Error: Two jobs of the table have one name]`);
  });
});
