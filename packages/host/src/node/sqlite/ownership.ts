import type { Claim, LogStore } from '@toolstone/kernel';
import type { SqliteDatabase } from './open-database.ts';
import { prepareQuery } from './prepared-query.ts';
import { toWorkstreamRow } from './workstream-row.ts';

interface Taking {
  readonly id: string;
  readonly ownerAddress: string;
  readonly leaseUntil: number;
}

/** Who may append: a lease by address and time, and the generation that fences whoever held it before. */
export function createOwnership(
  database: SqliteDatabase,
): Pick<LogStore, 'claim' | 'renew' | 'release' | 'raiseGeneration'> {
  const { engine, kysely } = database;
  const current = prepareQuery<
    { id: string },
    { no: number; owner_address: string | null; lease_until: number | null }
  >(engine, (slot) =>
    kysely.selectFrom('workstreams').select(['no', 'owner_address', 'lease_until']).where('id', '=', slot('id')),
  );
  const take = prepareQuery<Taking, Parameters<typeof toWorkstreamRow>[0]>(engine, (slot) =>
    kysely
      .updateTable('workstreams')
      .set((eb) => ({
        owner_address: slot('ownerAddress'),
        lease_until: slot('leaseUntil'),
        generation: eb('generation', '+', 1),
      }))
      .where('id', '=', slot('id'))
      .returningAll(),
  );
  const giveAgain = prepareQuery<{ no: number }, never>(engine, (slot) =>
    kysely.updateTable('inbox').set({ taken: 0 }).where('workstream', '=', slot('no')).where('taken', '=', 1),
  );
  const extend = prepareQuery<Taking, never>(engine, (slot) =>
    kysely
      .updateTable('workstreams')
      .set({ lease_until: slot('leaseUntil') })
      .where('id', '=', slot('id'))
      .where('owner_address', '=', slot('ownerAddress')),
  );
  const giveUp = prepareQuery<Pick<Taking, 'id' | 'ownerAddress'>, never>(engine, (slot) =>
    kysely
      .updateTable('workstreams')
      .set({ owner_address: null, lease_until: null })
      .where('id', '=', slot('id'))
      .where('owner_address', '=', slot('ownerAddress')),
  );
  const raise = prepareQuery<Pick<Taking, 'id' | 'ownerAddress'>, { generation: number }>(engine, (slot) =>
    kysely
      .updateTable('workstreams')
      .set((eb) => ({ generation: eb('generation', '+', 1) }))
      .where('id', '=', slot('id'))
      .where('owner_address', '=', slot('ownerAddress'))
      .returning('generation'),
  );
  return {
    claim: ({ workstreamId: id, ownerAddress, nowMs, leaseMs, deadAddress }) =>
      database.attempt(() =>
        database.transact((): Claim => {
          const row = current.get({ id });
          if (row === undefined) return { status: 'missing' };
          const { owner_address: holder, lease_until: until } = row;
          const isHeld = holder !== null && holder !== ownerAddress && until !== null && until > nowMs;
          if (isHeld && holder !== deadAddress) {
            return { status: 'owned', ownerAddress: holder, leaseUntil: new Date(until).toISOString() };
          }
          giveAgain.run({ no: row.no });
          const taken = take.get({ id, ownerAddress, leaseUntil: nowMs + leaseMs });
          return taken === undefined ? { status: 'missing' } : { status: 'claimed', row: toWorkstreamRow(taken) };
        }),
      ),
    renew: (id, ownerAddress, leaseUntil) =>
      database.attempt(() => database.transact(() => extend.run({ id, ownerAddress, leaseUntil }) > 0)),
    release: (id, ownerAddress) =>
      database.attempt(() => {
        database.transact(() => giveUp.run({ id, ownerAddress }));
      }),
    raiseGeneration: (id, ownerAddress) =>
      database.attempt(() => database.transact(() => raise.get({ id, ownerAddress })?.generation ?? null)),
  };
}
