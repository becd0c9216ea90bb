import type { WorkstreamRow } from '@toolstone/kernel';
import { usageSchema } from '@toolstone/protocol';
import type { Selectable } from 'kysely';
import type { WorkstreamsTable } from './tables.ts';

export const toWorkstreamRow = (row: Selectable<WorkstreamsTable>): WorkstreamRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  cwd: row.cwd,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  state: row.state,
  generation: row.generation,
  head: row.head,
  openCycles: row.open_cycles,
  usage: usageSchema.parse(JSON.parse(row.usage)),
  cost: row.cost,
  ownerAddress: row.owner_address,
  leaseUntil: row.lease_until === null ? null : new Date(row.lease_until).toISOString(),
  parent: row.parent,
  forkedFrom:
    row.forked_from_id === null || row.forked_from_seq === null
      ? null
      : { id: row.forked_from_id, seq: row.forked_from_seq },
});
