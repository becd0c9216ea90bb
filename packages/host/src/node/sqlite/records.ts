import { type Append, type AppendOutcome, type LogStore, PortError } from '@toolstone/kernel';
import {
  type LogRecord,
  type NewRecord,
  type RecordKind,
  type RecordOf,
  readRecord,
  recordVersion,
} from '@toolstone/protocol';
import { type Selectable, sql } from 'kysely';
import type { SqliteDatabase } from './open-database.ts';
import { sqliteCode } from './port-error.ts';
import { prepareQuery } from './prepared-query.ts';
import type { RecordsTable, WorkstreamsTable } from './tables.ts';
import { noSuchWorkstream } from './workstreams.ts';

const DEFAULT_READ_LIMIT = 1_000;

interface Advance extends Pick<Append, 'generation' | 'head'> {
  readonly id: string;
  readonly newHead: number;
  readonly newGeneration: number;
  readonly updatedAt: string | null;
  readonly state: WorkstreamsTable['state'];
  readonly openCycles: number;
  readonly usage: string;
  readonly cost: number | null;
  readonly name: string | null;
}

type StoredRow = Omit<Selectable<RecordsTable>, 'workstream'>;

/** The records themselves: appended under the fence of generation and head, read in order. */
export function createRecords(
  database: SqliteDatabase,
): Pick<LogStore, 'append' | 'read' | 'readKind' | 'findByCommitKey'> {
  const { engine, kysely } = database;

  const advance = prepareQuery<Advance, { no: number }>(engine, (slot) =>
    kysely
      .updateTable('workstreams')
      .set((eb) => ({
        head: slot('newHead'),
        generation: slot('newGeneration'),
        state: slot('state'),
        open_cycles: slot('openCycles'),
        usage: slot('usage'),
        cost: slot('cost'),
        name: eb.fn.coalesce(eb.val(slot('name')), 'name'),
        updated_at: eb.fn.coalesce(eb.val(slot('updatedAt')), 'updated_at'),
      }))
      .where('id', '=', slot('id'))
      .where('generation', '=', slot('generation'))
      .where('head', '=', slot('head'))
      .returning('no'),
  );
  const insert = prepareQuery<Selectable<RecordsTable>, never>(engine, (slot) =>
    kysely.insertInto('records').values({
      workstream: slot('workstream'),
      seq: slot('seq'),
      kind: slot('kind'),
      v: slot('v'),
      at: slot('at'),
      scope: slot('scope'),
      generation: slot('generation'),
      principal: slot('principal'),
      surface: slot('surface'),
      commit_key: slot('commit_key'),
      body: slot('body'),
    }),
  );
  const fence = prepareQuery<{ id: string }, { no: number; generation: number; head: number }>(engine, (slot) =>
    kysely.selectFrom('workstreams').select(['no', 'generation', 'head']).where('id', '=', slot('id')),
  );
  const after = prepareQuery<{ no: number; after: number; limit: number }, StoredRow>(engine, (slot) =>
    kysely
      .selectFrom('records')
      .select(storedColumns)
      .where('workstream', '=', slot('no'))
      .where('seq', '>', slot('after'))
      .orderBy('seq')
      .limit(slot('limit')),
  );

  const ofKind = (no: number, kind: RecordKind): readonly StoredRow[] => {
    // Written into the query, not bound: only so does SQLite see that the partial index holds what is asked for.
    const query = kysely
      .selectFrom('records')
      .select(storedColumns)
      .where('workstream', '=', no)
      .where('kind', '=', sql.lit(kind))
      .orderBy('seq')
      .compile();
    // The row type of the query above.
    return engine.prepare(query.sql).all(query.parameters) as StoredRow[];
  };

  const findStored = (id: string, commitKeys: readonly string[]): readonly LogRecord[] => {
    const query = kysely
      .selectFrom('records')
      .innerJoin('workstreams', 'workstreams.no', 'records.workstream')
      .select(storedColumns.map((column) => `records.${column}` as const))
      .where('workstreams.id', '=', id)
      .where('records.commit_key', 'in', [...commitKeys])
      .orderBy('records.seq')
      .compile();
    // The row type of the query above.
    return (engine.prepare(query.sql).all(query.parameters) as StoredRow[]).map((row) => toRecord(id, row));
  };

  /** The records of this very append, where an earlier try of it has landed although its outcome was never learned. */
  const landedBefore = ({ workstreamId, records }: Append): AppendOutcome | undefined => {
    if (records.length === 0) return undefined;
    const found = findStored(
      workstreamId,
      records.map(({ commitKey }) => commitKey),
    );
    const isSame = found.length === records.length && found.every((record, i) => isSameRecord(record, records[i]));
    return isSame ? { status: 'appended', records: found } : undefined;
  };

  const write = (append: Append): AppendOutcome => {
    const { workstreamId, generation, head, records, projection } = append;
    const newGeneration = append.raise ? generation + 1 : generation;
    const row = advance.get({
      id: workstreamId,
      generation,
      head,
      newHead: head + records.length,
      newGeneration,
      updatedAt: records.at(-1)?.at ?? null,
      state: projection.state,
      openCycles: projection.openCycles,
      usage: JSON.stringify(projection.usage),
      cost: projection.cost,
      name: projection.name ?? null,
    });
    if (row === undefined) {
      const current = fence.get({ id: workstreamId });
      if (current === undefined) throw noSuchWorkstream(workstreamId);
      const fenced: AppendOutcome = { status: 'fenced', generation: current.generation, head: current.head };
      return landedBefore(append) ?? fenced;
    }
    const stored = records.map((record, index): LogRecord => {
      const seq = head + index + 1;
      insert.run({
        workstream: row.no,
        seq,
        kind: record.kind,
        v: recordVersion,
        at: record.at,
        scope: record.scope,
        generation: newGeneration,
        principal: record.principal,
        surface: record.surface,
        commit_key: record.commitKey,
        body: JSON.stringify(record.body),
      });
      return { ...record, workstreamId, seq, v: recordVersion, generation: newGeneration };
    });
    return { status: 'appended', records: stored };
  };

  return {
    append: (append) =>
      database.attempt(() => {
        try {
          return database.transact(() => write(append), append.sync);
        } catch (error) {
          const landed = sqliteCode(error) === 'CONSTRAINT' ? landedBefore(append) : undefined;
          if (landed === undefined) throw error;
          return landed;
        }
      }),
    read: (id, { after: afterSeq = 0, limit = DEFAULT_READ_LIMIT } = {}) =>
      database.attempt(() => {
        const current = fence.get({ id });
        if (current === undefined) throw noSuchWorkstream(id);
        return after.all({ no: current.no, after: afterSeq, limit }).map((row) => toRecord(id, row));
      }),
    readKind: (id, kind) =>
      database.attempt(() => {
        const current = fence.get({ id });
        if (current === undefined) throw noSuchWorkstream(id);
        return ofKind(current.no, kind)
          .map((row) => toRecord(id, row))
          .filter((record): record is RecordOf<typeof kind> => record.kind === kind);
      }),
    findByCommitKey: (id, commitKeys) =>
      database.attempt(() => (commitKeys.length === 0 ? [] : findStored(id, commitKeys))),
  };
}

const storedColumns = [
  'seq',
  'kind',
  'v',
  'at',
  'scope',
  'generation',
  'principal',
  'surface',
  'commit_key',
  'body',
] as const;

function toRecord(workstreamId: string, row: StoredRow): LogRecord {
  const { commit_key: commitKey, body, ...envelope } = row;
  const read = readRecord({ ...envelope, commitKey, workstreamId, body: parseBody(body) });
  switch (read.status) {
    case 'read':
      return read.record;
    case 'newer':
      throw new PortError('UNAVAILABLE', `record ${row.seq} of ${workstreamId} was written by a newer Toolstone`, {
        nextStep: 'Update Toolstone to open this workstream; others are not affected',
      });
    case 'invalid':
      throw new PortError('IO', `record ${row.seq} of ${workstreamId} is damaged (${read.problem})`, {
        nextStep: 'Start another workstream; what this one holds stays in the database and can be exported with SQLite',
      });
  }
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // the schema then reports the body as missing
  }
}

const isSameRecord = (stored: LogRecord, wanted: NewRecord | undefined): boolean =>
  wanted !== undefined && stored.kind === wanted.kind && stored.commitKey === wanted.commitKey;
