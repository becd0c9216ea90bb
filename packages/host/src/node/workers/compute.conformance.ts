import { createHash } from 'node:crypto';
import { type Compute, DeadlineError } from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testJobs } from './jobs.fixture.ts';

export interface ComputeUnderTest {
  /** Knows the jobs of `jobs.fixture.ts`. */
  readonly compute: Compute;
  remove(): Promise<void>;
}

const LARGE = 1024 * 1024;
const patience = { deadlineMs: 60_000 } as const;

/** What every `Compute` must do. */
export function computeConformance(name: string, setUp: () => Promise<ComputeUnderTest>): void {
  describe(`compute: ${name}`, () => {
    let tested: ComputeUnderTest;
    let compute: Compute;
    beforeEach(async () => {
      tested = await setUp();
      compute = tested.compute;
    });
    afterEach(() => tested.remove());

    const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => 'no error',
        (error: unknown) => error,
      );

    describe.each([
      ['a small input', { ...patience, bytes: 1 }],
      ['a large input', { ...patience, bytes: LARGE }],
      ['isolation', { ...patience, bytes: 1, isolate: true }],
    ])('with %s', (_, options) => {
      it('gives what the job gives, at once or later', async () => {
        expect(await compute.run(testJobs.double, 21, options)).toBe(42);
        expect(await compute.run(testJobs.later, 'done', options)).toBe('done!');
      });

      it('rejects with what the job throws', async () => {
        const error = await errorOf(compute.run(testJobs.fail, 'out of range', options));
        expect(error).toBeInstanceOf(Error);
        expect(error).toMatchObject({ name: 'RangeError', message: 'out of range' });
        expect(error instanceof Error && error.stack).toMatch(/^RangeError: out of range\n +at /);
      });

      it('runs many', async () => {
        const inputs = Array.from({ length: 100 }, (_, index) => index);
        const outputs = await Promise.all(inputs.map((input) => compute.run(testJobs.double, input, options)));
        expect(outputs).toEqual(inputs.map((input) => input * 2));
      });

      it('does not start a job whose signal is aborted', async () => {
        const signal = AbortSignal.abort(new Error('no more'));
        expect(await errorOf(compute.run(testJobs.double, 1, { ...options, signal }))).toMatchObject({
          message: 'no more',
        });
      });

      it('refuses a job that is not in the table', async () => {
        const job = { name: 'unknown', run: (input: number) => input };
        expect(String(await errorOf(compute.run(job, 1, options)))).toContain('unknown');
      });
    });

    it('moves what is transferred and copies the rest', async () => {
      const [moved, copied] = [new Uint8Array(LARGE).fill(1), new Uint8Array(LARGE).fill(1)];
      const hash = createHash('sha256').update(copied).digest('hex');
      const options = { ...patience, bytes: LARGE };
      expect(await compute.run(testJobs.sha256, copied, options)).toBe(hash);
      expect(await compute.run(testJobs.sha256, moved, { ...options, transfer: [moved.buffer] })).toBe(hash);
      expect([copied.length, moved.length]).toEqual([LARGE, 0]);
    });

    it('gives back whole arrays', async () => {
      const { bytes } = await compute.run(testJobs.fill, LARGE, { ...patience, bytes: LARGE });
      expect(bytes).toEqual(new Uint8Array(LARGE).fill(7));
    });

    it('ends a regular expression that would not end', async () => {
      const endless = { pattern: '^(a+)+$', text: `${'a'.repeat(50)}b` };
      const options = { bytes: 1, isolate: true, deadlineMs: 100 };
      expect(await errorOf(compute.run(testJobs.matches, endless, options))).toBeInstanceOf(DeadlineError);
    });

    it('ends a job that is aborted, with the reason', async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const spinning = errorOf(compute.run(testJobs.spin, null, { ...patience, bytes: LARGE, signal }));
      // The job behind it is done only after the one before has begun or waits in the same line.
      await compute.run(testJobs.double, 1, { ...patience, bytes: LARGE });
      controller.abort(new Error('stopped by the person'));
      expect(await spinning).toMatchObject({ message: 'stopped by the person' });
    });

    it('goes on after jobs that had to be ended', async () => {
      const options = { bytes: LARGE, deadlineMs: 50 };
      const spinning = Array.from({ length: 6 }, () => errorOf(compute.run(testJobs.spin, null, options)));
      const after = compute.run(testJobs.double, 4, { ...patience, bytes: LARGE });
      expect((await Promise.all(spinning)).every((error) => error instanceof DeadlineError)).toBe(true);
      expect(await after).toBe(8);
    });

    it('outlives a job that takes its worker down', async () => {
      const options = { ...patience, bytes: LARGE };
      expect(await errorOf(compute.run(testJobs.exit, 3, options))).toBeInstanceOf(Error);
      expect(await compute.run(testJobs.double, 4, options)).toBe(8);
    });

    it('reports an input and an output that cannot be sent, and goes on', async () => {
      const options = { ...patience, bytes: LARGE };
      const job = testJobs.sha256;
      const ofBytes = new Uint8Array(1);
      const unsendable = Object.assign(Object.create(ofBytes), { call: () => 1 });
      expect(await errorOf(compute.run(job, unsendable, options))).toMatchObject({ name: 'DataCloneError' });
      expect(await errorOf(compute.run(testJobs.unsendable, null, options))).toMatchObject({ name: 'DataCloneError' });
      expect(await compute.run(testJobs.double, 4, options)).toBe(8);
    });
  });
}
