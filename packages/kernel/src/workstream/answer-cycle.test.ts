import type { LogRecord } from '@toolstone/protocol';
import { describe, expect, it } from 'vitest';
import { createCycleRegistry, type LiveCycle } from '../approval/cycle-registry.ts';
import { applyRecord, emptyView } from '../log/projection.ts';
import type { WorkstreamLog } from '../log/workstream-log.ts';
import type { CycleAnswer, PreparedCall } from '../pipeline/call.ts';
import type { Guarded } from '../tool/result.ts';
import { answerCycle, expireCycle } from './answer-cycle.ts';
import type { Sender } from './inbox.ts';

const me: Sender = { principal: 'me', surface: 'cli' };
const you: Sender = { principal: 'you', surface: 'web' };

/** A log that keeps its records in memory. */
function createLog(): WorkstreamLog & { readonly records: readonly LogRecord[] } {
  const view = emptyView();
  const records: LogRecord[] = [];
  return {
    view,
    records,
    get head() {
      return records.length;
    },
    async append(drafts, { author }) {
      for (const draft of drafts) {
        const place = {
          workstreamId: 'w',
          seq: records.length + 1,
          generation: 1,
          v: 1,
          at: '2026-01-02T03:04:05.000Z',
        };
        const record = { ...place, ...author, ...draft } as LogRecord; // a draft is a record less these
        records.push(record);
        applyRecord(view, record);
      }
      return records;
    },
  };
}

const tool = {
  name: 'put',
  description: '',
} as PreparedCall['tool']; // an answer looks at its name alone

const call = (callId: string): PreparedCall => ({
  status: 'ready',
  callId,
  tool,
  arguments: '{}',
  header: callId as Guarded<string>, // made here, holds nothing
  preview: [] as unknown as PreparedCall['preview'], // as above
  plan: {},
  planHash: `hash-${callId}`,
  facts: { effects: 'write', touches: [], hosts: [], commands: [], args: {} },
  needsApproval: true,
  approvalLabel: 'put',
  plannedWrites: [],
  plannedReads: [],
  notes: [],
});

/** Several questions that are open at once, each covered by the grants that it names. */
function openDesk(
  cycles: Readonly<Record<string, { readonly by: string; readonly coveredBy: string; readonly expiresAtMs?: number }>>,
) {
  const log = createLog();
  const registry = createCycleRegistry();
  const settled = new Map<string, CycleAnswer>();
  for (const [cycleId, { by, coveredBy, ...more }] of Object.entries(cycles)) {
    const ruling = { effect: 'ask', source: 'default', reason: 'writes' } as const;
    const cycle: LiveCycle = {
      cycleId,
      scope: `r1/${cycleId}`,
      calls: [{ call: call(`call-${cycleId}`), ruling, always: [`put(${cycleId})`] }],
      isAsked: true,
      isCoveredBy: (grants) => grants.includes(coveredBy),
      principal: by,
      settle: (answer) => void settled.set(cycleId, answer),
      ...more,
    };
    registry.add(cycle);
  }
  const desk = {
    log,
    cycles: registry,
    author: (sender: Sender, scope: string) => ({ ...sender, scope }),
    clock: { now: () => 1000 },
    owner: me,
  };
  return { desk, log, settled };
}

const told = (records: readonly LogRecord[]) =>
  records.map(({ kind, body }) => [kind, 'cycleId' in body && body.cycleId, 'reason' in body ? body.reason : '']);

describe('an always', () => {
  it('closes, by record, the open questions that it covers whole, and only those of the same person', async () => {
    const { desk, log, settled } = openDesk({
      a: { by: 'me', coveredBy: 'put(a)' },
      b: { by: 'me', coveredBy: 'put(a)' },
      c: { by: 'me', coveredBy: 'put(c)' },
      d: { by: 'you', coveredBy: 'put(a)' },
    });
    const answer = { id: 'm1', type: 'answer', cycleId: 'a', decision: 'yes', always: true } as const;
    expect(await answerCycle(answer, me, desk)).toEqual({ id: 'm1', status: 'accepted' });
    expect(told(log.records)).toEqual([
      ['approval.answered', 'a', ''],
      ['approval.closed', 'b', 'granted'],
    ]);
    expect([...settled].map(([id, { type }]) => [id, type])).toEqual([
      ['a', 'answered'],
      ['b', 'granted'],
    ]);
    expect(desk.cycles.all().map(({ cycleId }) => cycleId)).toEqual(['c', 'd']);
  });

  it('of another person is refused, and nothing is decided', async () => {
    const { desk, log } = openDesk({ a: { by: 'me', coveredBy: 'put(a)' } });
    const answer = { id: 'm1', type: 'answer', cycleId: 'a', decision: 'yes', always: true } as const;
    expect(await answerCycle(answer, you, desk)).toMatchObject({
      status: 'refused',
      failure: { code: 'APPROVAL_NOT_YOURS' },
    });
    expect(log.records).toEqual([]);
  });
});

describe('the end of a question', () => {
  it('that comes after the answer changes nothing', async () => {
    const { desk, log, settled } = openDesk({ a: { by: 'me', coveredBy: '', expiresAtMs: 2000 } });
    await answerCycle({ id: 'm1', type: 'answer', cycleId: 'a', decision: 'no' }, you, desk);
    await expireCycle('a', desk);
    expect(told(log.records)).toEqual([['approval.answered', 'a', '']]);
    expect(settled.get('a')).toMatchObject({ type: 'answered', by: 'you' });
  });

  it('that has passed wins over an answer, also where nobody has told the owner of it yet', async () => {
    const { desk, log, settled } = openDesk({ a: { by: 'me', coveredBy: '', expiresAtMs: 1000 } });
    const answer = { id: 'm1', type: 'answer', cycleId: 'a', decision: 'yes' } as const;
    expect(await answerCycle(answer, me, desk)).toMatchObject({ status: 'already-decided', decision: 'expired' });
    expect(told(log.records)).toEqual([['approval.closed', 'a', 'expired']]);
    expect(settled.get('a')).toEqual({ type: 'closed', reason: 'expired' });
  });
});
