import type { InboxRow, LogStore } from '@toolstone/kernel';
import type { SqliteDatabase } from './open-database.ts';
import { prepareQuery } from './prepared-query.ts';
import { noSuchWorkstream } from './workstreams.ts';

/** Messages to an owner that could not be reached directly; they outlive both processes. */
export function createInbox(database: SqliteDatabase): Pick<LogStore, 'putInbox' | 'takeInbox'> {
  const { engine, kysely } = database;
  const find = prepareQuery<{ id: string }, { no: number }>(engine, (slot) =>
    kysely.selectFrom('workstreams').select('no').where('id', '=', slot('id')),
  );
  const put = prepareQuery<InboxRow & { no: number }, never>(engine, (slot) =>
    kysely
      .insertInto('inbox')
      .values((eb) => ({
        workstream: slot('no'),
        id: slot('id'),
        place: eb
          .selectFrom('inbox')
          .select((sub) => sub(sub.fn.coalesce(sub.fn.max('place'), sub.lit(0)), '+', 1).as('place'))
          .where('workstream', '=', slot('no')),
        at: slot('at'),
        body: slot('body'),
        taken: 0,
      }))
      .onConflict((conflict) => conflict.columns(['workstream', 'id']).doNothing()),
  );
  const waiting = prepareQuery<{ no: number }, InboxRow & { taken: number }>(engine, (slot) =>
    kysely
      .selectFrom('inbox')
      .select(['id', 'at', 'body', 'taken'])
      .where('workstream', '=', slot('no'))
      .orderBy('place'),
  );
  const confirm = prepareQuery<{ no: number }, never>(engine, (slot) =>
    kysely.deleteFrom('inbox').where('workstream', '=', slot('no')).where('taken', '=', 1),
  );
  const take = prepareQuery<{ no: number }, never>(engine, (slot) =>
    kysely.updateTable('inbox').set({ taken: 1 }).where('workstream', '=', slot('no')),
  );
  const numberOf = (id: string): number => {
    const row = find.get({ id });
    if (row === undefined) throw noSuchWorkstream(id);
    return row.no;
  };
  return {
    putInbox: (id, row) =>
      database.attempt(() => {
        // A sender is told "accepted" on the strength of this row, so it must have reached the disk.
        database.transact(() => put.run({ ...row, no: numberOf(id) }), 'full');
      }),
    takeInbox: (id) =>
      database.attempt(() => {
        const no = numberOf(id);
        // Mostly there is nothing, and then nothing is written.
        if (waiting.get({ no }) === undefined) return [];
        return database.transact(() => {
          confirm.run({ no });
          const rows = waiting.all({ no });
          take.run({ no });
          return rows.map(({ id: messageId, at, body }) => ({ id: messageId, at, body }));
        });
      }),
  };
}
