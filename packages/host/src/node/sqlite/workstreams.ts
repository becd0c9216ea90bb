import { type LogStore, PortError, type WorkstreamRow } from '@toolstone/kernel';
import { noUsage } from '@toolstone/protocol';
import { sql } from 'kysely';
import type { SqliteDatabase } from './open-database.ts';
import { prepareQuery } from './prepared-query.ts';
import { toWorkstreamRow } from './workstream-row.ts';

const DEFAULT_LIST_LIMIT = 1_000;

/** The rows of `workstreams`: what lists show, without the log. */
export function createWorkstreams(
  database: SqliteDatabase,
): Pick<LogStore, 'create' | 'get' | 'list' | 'delete' | 'rename'> {
  const { engine, kysely } = database;
  const byId = prepareQuery<{ id: string }, Parameters<typeof toWorkstreamRow>[0]>(engine, (slot) =>
    kysely.selectFrom('workstreams').selectAll().where('id', '=', slot('id')),
  );
  return {
    create: ({ id, kind, name, cwd, parent, forkedFrom, at }) =>
      database.attempt(() => {
        const insert = kysely
          .insertInto('workstreams')
          .values({
            id,
            kind,
            name,
            cwd,
            created_at: at,
            updated_at: at,
            state: 'idle',
            generation: 0,
            head: 0,
            open_cycles: 0,
            usage: JSON.stringify(noUsage),
            cost: null,
            owner_address: null,
            lease_until: null,
            parent,
            forked_from_id: forkedFrom?.id ?? null,
            forked_from_seq: forkedFrom?.seq ?? null,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .compile();
        const { changes } = database.transact(() => engine.prepare(insert.sql).run(insert.parameters));
        if (changes === 0) throw new PortError('CHANGED', `there is already a workstream ${id}`);
      }),
    get: (id) =>
      database.attempt((): WorkstreamRow | null => {
        const row = byId.get({ id });
        return row === undefined ? null : toWorkstreamRow(row);
      }),
    list: ({ cwd, name, having, limit = DEFAULT_LIST_LIMIT } = {}) =>
      database.attempt(() => {
        let query = kysely.selectFrom('workstreams').selectAll();
        if (cwd !== undefined) query = query.where('cwd', '=', cwd);
        if (name !== undefined) query = query.where('name', '=', name);
        if (having !== undefined)
          query = query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('records')
                .select('records.seq')
                .whereRef('records.workstream', '=', 'workstreams.no')
                .where('records.kind', '=', sql.lit(having)),
            ),
          );
        const compiled = query.orderBy('updated_at', 'desc').orderBy('no', 'desc').limit(limit).compile();
        // The row type of the query above.
        return (engine.prepare(compiled.sql).all(compiled.parameters) as Parameters<typeof toWorkstreamRow>[0][]).map(
          toWorkstreamRow,
        );
      }),
    delete: (id) =>
      database.attempt(() => {
        const remove = kysely.deleteFrom('workstreams').where('id', '=', id).compile();
        return database.transact(() => engine.prepare(remove.sql).run(remove.parameters).changes > 0);
      }),
    rename: (id, name) =>
      database.attempt(() => {
        const update = kysely.updateTable('workstreams').set({ name }).where('id', '=', id).compile();
        const changes = database.transact(() => engine.prepare(update.sql).run(update.parameters).changes);
        if (changes === 0) throw noSuchWorkstream(id);
      }),
  };
}

export const noSuchWorkstream = (id: string): PortError =>
  new PortError('NOT_FOUND', `there is no workstream ${id}`, {
    nextStep: 'List the workstreams to see which there are',
  });
