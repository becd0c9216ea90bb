import { readFile, rm, writeFile } from 'node:fs/promises';
import { defineTool, textOutcome } from '@toolstone/kernel';
import { renderFailure } from '@toolstone/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { put } from './sample-tools.ts';
import { createWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts';

const benches: Workbench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});
const open = async (options: Partial<WorkbenchOptions> = {}): Promise<Workbench> => {
  const bench = await createWorkbench({ tools: [put], ...options });
  benches.push(bench);
  return bench;
};
const undo = async (bench: Workbench, message: { readonly id: string; readonly scope?: string }): Promise<string> => {
  const done = await bench.workstream.send({ type: 'undo', ...message });
  const text = done.status === 'accepted' ? done.text : done.status === 'refused' ? renderFailure(done.failure) : '';
  return (text ?? '').replaceAll(bench.dir, '');
};

describe('undo', () => {
  it('is not stuck on a turn whose files others have changed: it says so and goes on where it is told to', async () => {
    const bench = await open();
    await bench.call('put', { name: 'a', text: 'one' });
    await bench.call('put', { name: 'b', text: 'two' });
    await writeFile(bench.path('b'), 'theirs');
    const told = await undo(bench, { id: 'u1' });
    expect(told).toContain('nothing of r2 was taken back: kept /b: it was changed by something else since');
    expect(told).toContain('/undo r1');
    expect(await undo(bench, { id: 'u2', scope: 'r1' })).toBe('removed /a (it was new)');
    expect(await undo(bench, { id: 'u3' })).toContain('No earlier changes are left');
    expect(await readFile(bench.path('b'), 'utf8')).toBe('theirs');
  });

  it('that a crash has cut between two files is whole after the next', async () => {
    const first = await open({ files: { b: 'old' } });
    await first.batch([
      { tool: 'put', args: { name: 'a', text: 'new' } },
      { tool: 'put', args: { name: 'b', text: 'new' } },
    ]);
    // The first file had been taken back when the process died, before that was on record.
    await rm(first.path('a'));
    expect(await undo(first, { id: 'u1' })).toBe('/a is as it was before already\nrestored /b');
    expect(await readFile(first.path('b'), 'utf8')).toBe('old');
    expect(await undo(first, { id: 'u2' })).toContain('no file changes of a turn are left');
  });

  it('that is sent twice takes back one turn', async () => {
    const bench = await open();
    await bench.call('put', { name: 'a', text: 'one' });
    await bench.call('put', { name: 'b', text: 'two' });
    expect(await undo(bench, { id: 'u1' })).toBe('removed /b (it was new)');
    expect(await undo(bench, { id: 'u1' })).toBe('took back /b');
    expect(await readFile(bench.path('a'), 'utf8')).toBe('one');
  });

  it('takes back what a stopped call wrote after its time', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stubborn = defineTool({
      name: 'stubborn',
      description: 'Writes a file, however often it is stopped.',
      input: z.strictObject({ text: z.string() }),
      meta: put.meta,
      prepare: ({ text }, { cwd }) => ({ status: 'ready', header: 'Write', plan: { text, cwd }, needsApproval: false }),
      async execute({ text, cwd }, { environment, emit }) {
        emit('stdout', 'begun\n');
        await released;
        const path = `${cwd}/late`;
        const { after } = await environment.files.replace(path, new TextEncoder().encode(text), { expect: 'absent' });
        return textOutcome('written', { effect: 'committed', changes: [{ path, before: 'absent', after }] });
      },
    });
    const bench = await open({ tools: [stubborn], settings: { cancelGraceMs: 1 } });
    const result = bench.call('stubborn', { text: 'x' });
    await bench.waitFor((event) => event.type === 'output');
    await bench.cancel();
    expect(await result).toMatchObject({ status: 'cancelled', effect: 'unknown' });
    const late = bench.waitFor(
      (event) => event.type === 'record' && event.record.kind === 'call.finished' && event.record.body.late === true,
    );
    release();
    await late;
    expect(await readFile(bench.path('late'), 'utf8')).toBe('x');
    expect(await undo(bench, { id: 'u1' })).toBe('removed /late (it was new)');
    await expect(readFile(bench.path('late'))).rejects.toThrow('ENOENT');
  });

  it('takes back what a call wrote before it failed', async () => {
    const shaky = defineTool({
      ...put,
      name: 'shaky',
      async execute(plan, context) {
        await put.execute(plan, context);
        throw new TypeError('a defect after the write');
      },
    });
    const bench = await open({ tools: [shaky], files: { a: 'old' } });
    expect(await bench.call('shaky', { name: 'a', text: 'new' })).toMatchObject({
      status: 'failed',
      effect: 'committed',
    });
    expect(await undo(bench, { id: 'u1' })).toBe('restored /a');
    expect(await readFile(bench.path('a'), 'utf8')).toBe('old');
  });
});
