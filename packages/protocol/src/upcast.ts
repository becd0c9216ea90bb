import { type LogRecord, recordSchema, recordVersion } from './record.ts';

/** A stored record before it is checked. */
type StoredRecord = { readonly v: number } & Readonly<Record<string, unknown>>;

/** `upcasters.get(n)` lifts a record of version n to n + 1. One is added with every raise of `recordVersion`. */
const upcasters: ReadonlyMap<number, (record: StoredRecord) => StoredRecord> = new Map();

export type ReadRecord =
  | { readonly status: 'read'; readonly record: LogRecord }
  /** Written by a newer program. */
  | { readonly status: 'newer'; readonly v: number }
  | { readonly status: 'invalid'; readonly problem: string };

/** Lifts a stored record, whatever version wrote it, to the shape that this build writes. */
export function upcastRecord(stored: StoredRecord): StoredRecord {
  let record = stored;
  while (record.v < recordVersion) {
    const lift = upcasters.get(record.v);
    if (lift === undefined) return record; // the schema then says what is wrong with it
    record = { ...lift(record), v: record.v + 1 };
  }
  return record;
}

/** A stored record of any version, lifted and checked. */
export function readRecord(stored: StoredRecord): ReadRecord {
  if (stored.v > recordVersion) return { status: 'newer', v: stored.v };
  const parsed = recordSchema.safeParse(upcastRecord(stored));
  if (parsed.success) return { status: 'read', record: parsed.data };
  const issue = parsed.error.issues[0];
  return { status: 'invalid', problem: `${issue?.path.join('.') || 'record'}: ${issue?.message ?? 'invalid'}` };
}
