import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordSchema } from './record.ts';
import { readRecord, upcastRecord } from './upcast.ts';

const lines = readFileSync(new URL('../fixtures/log-v1.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const recorded = lines.map((line) => JSON.parse(line));

describe('a log recorded by version 1', () => {
  it.each(recorded.map((record) => [record.seq, record.kind, record] as const))(
    'still reads record %i, %s, whole',
    (_seq, _kind, record) => {
      expect(readRecord(record)).toEqual({ status: 'read', record });
    },
  );

  it('holds every kind of record', () => {
    const kinds = recordSchema.options.map(({ shape }) => shape.kind.value);
    expect(new Set(recorded.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });
});

describe('readRecord', () => {
  it('keeps what later builds of the same version have added, and does not ask it of earlier ones', () => {
    const finished = recorded.find(({ kind }) => kind === 'turn.finished');
    const usage = { inputTokens: 3, outputTokens: 2 };
    const later = { ...finished, body: { ...finished.body, usage, cost: 0.01, isCut: true } };
    expect(finished.body).not.toHaveProperty('usage');
    expect(readRecord(later)).toEqual({ status: 'read', record: later });
  });

  it('leaves a record of the current version as it is', () => {
    expect(upcastRecord(recorded[0])).toBe(recorded[0]);
  });

  it('names the version of a record that a newer program wrote', () => {
    expect(readRecord({ ...recorded[0], v: 99 })).toEqual({ status: 'newer', v: 99 });
  });

  it('says what is wrong with a record that was never valid', () => {
    expect(readRecord({ ...recorded[0], v: 0, seq: 'one' })).toMatchInlineSnapshot(`
      {
        "problem": "seq: Invalid input: expected number, received string",
        "status": "invalid",
      }
    `);
    expect(readRecord({ ...recorded[0], kind: 'unheard.of' })).toMatchInlineSnapshot(`
      {
        "problem": "kind: Invalid discriminator value. Expected 'input.received' | 'input.withdrawn' | 'turn.started' | 'turn.finished' | 'model.requested' | 'model.replied' | 'approval.asked' | 'approval.answered' | 'approval.closed' | 'call.started' | 'call.finished' | 'batch.folded' | 'file.changed' | 'verdict.given' | 'guard.found' | 'compacted' | 'agent.switched' | 'forked' | 'redacted'",
        "status": "invalid",
      }
    `);
    expect(readRecord({ ...recorded[0], body: undefined })).toMatchInlineSnapshot(`
      {
        "problem": "body: Invalid input: expected object, received undefined",
        "status": "invalid",
      }
    `);
  });
});
