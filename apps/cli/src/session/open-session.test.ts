import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ScriptedModel, startScriptedModel } from '@toolstone/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../compose.ts';
import { localPerson } from '../surface.ts';
import { bundleHost, type Hosted, startHost } from '../testing/hosted.ts';
import { createWorkstream } from './find-workstream.ts';
import { openSession } from './open-session.ts';

let host: string;
let model: ScriptedModel;
let base: string;
const running: Hosted[] = [];

beforeAll(async () => {
  host = await bundleHost();
  model = await startScriptedModel({ script: [] });
}, 60_000);
afterAll(async () => {
  await model?.close();
  if (host) await rm(dirname(host), { recursive: true, force: true });
});
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'toolstone-session-')));
  await mkdir(join(base, 'home'));
  await mkdir(join(base, 'work'));
  await writeFile(join(base, 'work', 'a.txt'), 'one\n');
  model.setScript([
    { when: { resultIncludes: '' }, text: 'Done.', repeat: 'forever' },
    { calls: [{ name: 'write_file', arguments: { path: 'b.txt', content: 'new\n' } }], repeat: 'forever' },
  ]);
});
afterEach(async () => {
  for (const hosted of running.splice(0)) {
    hosted.child.kill('SIGKILL');
    await hosted.ended;
  }
  await rm(base, { recursive: true, force: true });
});

const open = async (id?: string): Promise<Hosted & { readonly id: string }> => {
  const place = { host, home: join(base, 'home'), dir: join(base, 'work'), baseUrl: model.chatBaseUrl };
  const hosted = startHost(id === undefined ? place : { ...place, id });
  running.push(hosted);
  await hosted.until(({ type }) => type === 'snapshot');
  return { ...hosted, id: hosted.lines.find(({ type }) => type === 'open')?.id ?? '' };
};
const records = ({ lines }: Hosted) => lines.flatMap(({ record }) => (record ? [record] : []));
const kindsOf = (hosted: Hosted) => records(hosted).map(({ seq, kind }) => `${seq} ${kind}`);
const cycleOf = (hosted: Hosted): string => {
  const asked = records(hosted).find(({ kind }) => kind === 'approval.asked');
  return asked?.kind === 'approval.asked' ? asked.body.cycleId : '';
};
const say = { id: 'in-1', type: 'message', parts: [{ type: 'text', text: 'go' }] };

describe('two processes on one workstream', () => {
  it('see the same, and a decision made in one shows in the other', async () => {
    const first = await open();
    const second = await open(first.id);
    first.send(say);
    await second.until(({ record }) => record?.kind === 'approval.asked');
    second.send({ id: 'answer-1', type: 'answer', cycleId: cycleOf(second), decision: 'yes' });
    await Promise.all([first, second].map((hosted) => hosted.until(({ record }) => record?.kind === 'turn.finished')));
    expect(kindsOf(second)).toEqual(kindsOf(first));
    // The first in order wins; the later one is told by whom.
    first.send({ id: 'answer-2', type: 'answer', cycleId: cycleOf(second), decision: 'no' });
    await first.until(({ type, id }) => type === 'acknowledged' && id === 'answer-2');
    expect(first.lines.find(({ id }) => id === 'answer-2')).toMatchObject({
      status: 'already-decided',
      decision: 'yes',
    });
  });

  it('go on when the owner is killed: the other takes over, and the open question stays open', async () => {
    const first = await open();
    const second = await open(first.id);
    first.send(say);
    await second.until(({ record }) => record?.kind === 'approval.asked');
    first.child.kill('SIGKILL');
    await first.ended;
    second.send({ id: 'answer-1', type: 'answer', cycleId: cycleOf(second), decision: 'yes' });
    await second.until(({ record }) => record?.kind === 'turn.finished');
    const seqs = records(second).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));
    expect(
      kindsOf(second)
        .filter((line) => line.includes('approval.'))
        .map((line) => line.split(' ')[1]),
    ).toEqual(['approval.asked', 'approval.answered']);
    expect(model.problems()).toEqual([]);
  });

  it('refuse an answer to something else than what was shown', async () => {
    const first = await open();
    first.send(say);
    await first.until(({ record }) => record?.kind === 'approval.asked');
    const asked = records(first).find(({ kind }) => kind === 'approval.asked');
    const callId = asked?.kind === 'approval.asked' ? (asked.body.calls[0]?.callId ?? '') : '';
    first.send({ id: 'stale', type: 'answer', callId, decision: 'yes', planHashes: { [callId]: 'f'.repeat(64) } });
    await first.until(({ id }) => id === 'stale');
    expect(first.lines.find(({ id }) => id === 'stale')).toMatchObject({
      status: 'refused',
      failure: { code: 'APPROVAL_STALE' },
    });
  });
});

describe('messages while a turn runs', () => {
  it('are queued, can be withdrawn, and join the conversation with the next results', async () => {
    const hosted = await open();
    hosted.send(say);
    await hosted.until(({ record }) => record?.kind === 'approval.asked');
    for (const id of ['in-2', 'in-3'])
      hosted.send({ id, type: 'message', parts: [{ type: 'text', text: `queued ${id}` }] });
    hosted.send({ id: 'w', type: 'withdraw', inputId: 'in-3' });
    await hosted.until(({ id }) => id === 'w');
    hosted.send({ id: 'answer-1', type: 'answer', cycleId: cycleOf(hosted), decision: 'yes', message: 'but be quick' });
    await hosted.until(({ record }) => record?.kind === 'turn.finished');
    const told = JSON.stringify(model.requests.at(-1)?.view.messages);
    expect(told).toContain('queued in-2');
    expect(told).toContain('but be quick');
    expect(told).not.toContain('queued in-3');
  });

  it('are taken once, however often they are sent', async () => {
    const hosted = await open();
    hosted.send(say);
    hosted.send(say);
    await hosted.until(({ record }) => record?.kind === 'approval.asked');
    expect(records(hosted).filter(({ kind }) => kind === 'input.received')).toHaveLength(1);
  });
});

describe('a stop while the model writes', () => {
  it('keeps what was written, and the next turn goes on from it', async () => {
    model.setScript([
      { text: 'A long answer that is cut short by the person.', chunkChars: 4, delayMs: { first: 1, between: 100 } },
      { text: 'Then something else.' },
    ]);
    const hosted = await open();
    hosted.send(say);
    await hosted.until(({ type }) => type === 'delta');
    hosted.send({ id: 'stop', type: 'cancel' });
    await hosted.until(({ record }) => record?.kind === 'turn.finished');
    const replied = records(hosted).find(({ kind }) => kind === 'model.replied');
    expect(replied?.kind === 'model.replied' && replied.body).toMatchObject({
      stopReason: 'interrupted',
      parts: [{ type: 'text', text: expect.stringMatching(/^A lo/) }],
    });
    const finished = records(hosted).find(({ kind }) => kind === 'turn.finished');
    expect(finished?.kind === 'turn.finished' && finished.body.outcome).toBe('interrupted');
    hosted.send({ ...say, id: 'in-2' });
    await hosted.until(({ record }) => record?.kind === 'turn.finished' && record.body.scope === 'r2');
    expect(JSON.stringify(model.requests.at(-1)?.view.messages)).toContain('A lo');
    expect(model.problems()).toEqual([]);
  });
});

describe('an answer', () => {
  it('with other arguments is shown once more, as the call that it became', async () => {
    const hosted = await open();
    hosted.send(say);
    await hosted.until(({ record }) => record?.kind === 'approval.asked');
    const args = JSON.stringify({ path: 'c.txt', content: 'mine\n' });
    hosted.send({ id: 'edit', type: 'answer', cycleId: cycleOf(hosted), decision: 'edit', arguments: args });
    await hosted.until(({ record }) => record?.kind === 'approval.asked' && record.body.calls[0]?.arguments === args);
    const again = records(hosted)
      .filter(({ kind }) => kind === 'approval.asked')
      .at(-1);
    hosted.send({
      id: 'yes',
      type: 'answer',
      cycleId: again?.kind === 'approval.asked' ? again.body.cycleId : '',
      decision: 'yes',
    });
    await hosted.until(({ record }) => record?.kind === 'turn.finished');
    expect(JSON.stringify(model.requests.at(-1)?.view.messages)).toContain('The person changed the arguments');
  });

  it('of always covers the next call of its kind', async () => {
    const hosted = await open();
    hosted.send(say);
    await hosted.until(({ record }) => record?.kind === 'approval.asked');
    hosted.send({ id: 'always', type: 'answer', cycleId: cycleOf(hosted), decision: 'yes', always: true });
    await hosted.until(({ record }) => record?.kind === 'turn.finished');
    hosted.send({ id: 'call', type: 'call', tool: 'write_file', arguments: '{"path":"d.txt","content":"x"}' });
    await hosted.until(({ record }) => record?.kind === 'turn.finished' && record.body.scope === 'r2');
    const started = records(hosted)
      .filter(({ kind }) => kind === 'call.started')
      .at(-1);
    expect(started?.kind === 'call.started' && started.body.ruling).toMatchObject({ source: 'grant' });
  });
});

describe('a workstream that cannot be opened', () => {
  it('is let go at once: its lease does not keep the next process out', async () => {
    const home = process.env['TOOLSTONE_HOME'];
    process.env['TOOLSTONE_HOME'] = join(base, 'data');
    const flags = { cwd: join(base, 'work'), allow: [], deny: [] } as const;
    const program = await compose({ flags, canAsk: false });
    try {
      const row = await createWorkstream(program, { name: 'broken', cwd: program.cwd });
      const openOwned = () => Promise.reject(new Error('the settings of its directory cannot be read'));
      const failing = { ...program, openOwned };
      await expect(openSession({ program: failing, row, sender: localPerson, onInterrupted: 'close' })).rejects.toThrow(
        'cannot be read',
      );
      expect(await program.store.get(row.id)).toMatchObject({ ownerAddress: null, leaseUntil: null });
    } finally {
      await program.close();
      if (home === undefined) delete process.env['TOOLSTONE_HOME'];
      else process.env['TOOLSTONE_HOME'] = home;
    }
  });
});
