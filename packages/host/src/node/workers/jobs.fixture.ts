import { createHash } from 'node:crypto';
import { threadId } from 'node:worker_threads';
import { defineJob } from '@toolstone/kernel';
import type { JobTable } from './job-table.ts';

/** The jobs on which the conformance suite of `Compute` is run. */
export const testJobs = {
  double: defineJob({ name: 'double', run: (input: number) => input * 2 }),
  later: defineJob({ name: 'later', run: async (input: string) => `${input}!` }),
  thread: defineJob({ name: 'thread', run: (_input: null) => threadId }),
  sha256: defineJob({
    name: 'sha256',
    run: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
  }),
  fill: defineJob({ name: 'fill', run: (size: number) => ({ bytes: new Uint8Array(size).fill(7) }) }),
  fail: defineJob({
    name: 'fail',
    run(message: string): never {
      throw new RangeError(message);
    },
  }),
  matches: defineJob({
    name: 'matches',
    run: ({ pattern, text }: { readonly pattern: string; readonly text: string }) => new RegExp(pattern).test(text),
  }),
  spin: defineJob({
    name: 'spin',
    run(_input: null): never {
      for (;;);
    },
  }),
  exit: defineJob({ name: 'exit', run: (code: number) => process.exit(code) }),
  fillMemory: defineJob({
    name: 'fillMemory',
    run(_input: null): number {
      const kept: string[][] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${kept.length} ${index}`));
    },
  }),
  environment: defineJob({ name: 'environment', run: (_input: null) => Object.keys(process.env) }),
  unsendable: defineJob({ name: 'unsendable', run: (_input: null) => ({ call: () => 1 }) }),
} as const;

export const testTable: JobTable = Object.values(testJobs);
