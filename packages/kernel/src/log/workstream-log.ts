import { type LogRecord, type NewRecord, recordVersion, type Surface } from '@toolstone/protocol';
import type { DraftRecord } from '../pipeline/call.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogStore, WorkstreamRow } from '../ports/log-store.ts';
import { applyRecord, emptyView, workstreamState } from './projection.ts';
import type { WorkstreamView } from './view.ts';

/** Another generation writes now: what this one still wants to say must not land. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Who a record is from. */
export interface Author {
  readonly principal: string;
  readonly surface: Surface;
  readonly scope: string;
}

export interface AppendOptions {
  readonly author: Author;
  readonly sync?: 'full' | 'normal';
  readonly raise?: boolean;
}

/**
 * The one writer of a workstream's log. Appends are taken one after the other; the view is brought up to date and listeners
 * hear of a record only when it is durable.
 */
export interface WorkstreamLog {
  readonly view: WorkstreamView;
  readonly head: number;
  append(drafts: readonly DraftRecord[], options: AppendOptions): Promise<readonly LogRecord[]>;
}

export interface LogOptions {
  readonly store: LogStore;
  readonly row: WorkstreamRow;
  readonly clock: Clock;
  readonly onRecord: (record: LogRecord) => void;
}

/** Reads the whole log of a workstream that the caller has claimed. */
export async function openLog({ store, row, clock, onRecord }: LogOptions): Promise<WorkstreamLog> {
  let generation = row.generation;
  let { view, head } = await load(store, row.id);
  const waiting: Waiting[] = [];
  let isWriting = false;

  /** Appends that came together are committed together: eight calls that start at once sync the disk once. */
  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      for (let group = takeGroup(waiting); group.length > 0; group = takeGroup(waiting)) await writeGroup(group);
    } finally {
      isWriting = false;
    }
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    const at = new Date(clock.now()).toISOString();
    const isRaise = group.some(({ options }) => options.raise);
    const next = isRaise ? generation + 1 : generation;
    const fresh = group.map(({ drafts, options }) => drafts.map((draft) => complete(draft, at, options.author)));
    const all = fresh.flat();
    let seq = head;
    const placed = fresh.map((records) =>
      records.map((record) => place(record, { workstreamId: row.id, seq: ++seq, generation: next })),
    );
    // The row that lists read is written with the records, so the view goes ahead; a failed append brings it back.
    for (const record of placed.flat()) applyRecord(view, record);
    try {
      await commit(all, { sync: group.some(({ options }) => options.sync === 'full') ? 'full' : 'normal', isRaise });
    } catch (error) {
      ({ view, head } = await load(store, row.id).catch(() => ({ view, head })));
      for (const { reject } of group) reject(error);
      return;
    }
    generation = next;
    head = seq;
    for (const record of placed.flat()) onRecord(record);
    for (const [index, { resolve }] of group.entries()) resolve(placed[index] ?? []);
  }

  async function commit(
    records: readonly NewRecord[],
    { sync, isRaise }: { readonly sync: 'full' | 'normal'; readonly isRaise: boolean },
  ): Promise<void> {
    const projection = {
      state: workstreamState(view),
      openCycles: view.cycles.size,
      usage: view.usage,
      cost: view.cost,
    };
    try {
      const outcome = await store.append({
        workstreamId: row.id,
        generation,
        head,
        records,
        projection,
        sync,
        ...(isRaise && { raise: true }),
      });
      if (outcome.status === 'fenced') throw new Superseded(`workstream ${row.id} has another writer`);
    } catch (error) {
      if (error instanceof Superseded || !(await hasLanded(records))) throw error;
    }
  }

  /** The commit may have landed although its answer did not: the keys tell. */
  async function hasLanded(records: readonly NewRecord[]): Promise<boolean> {
    const keys = records.map(({ commitKey }) => commitKey);
    const found = await store.findByCommitKey(row.id, keys).catch(() => []);
    return keys.length > 0 && found.length === keys.length;
  }

  return {
    get view() {
      return view;
    },
    get head() {
      return head;
    },
    append(drafts, options) {
      if (drafts.length === 0 && !options.raise) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        waiting.push({ drafts, options, resolve, reject });
        // One turn later, so that what is appended in the same step is there.
        queueMicrotask(() => void writeAll());
      });
    },
  };
}

interface Waiting {
  readonly drafts: readonly DraftRecord[];
  readonly options: AppendOptions;
  readonly resolve: (records: readonly LogRecord[]) => void;
  readonly reject: (error: unknown) => void;
}

/** What can be committed at once: everything up to the next that raises the generation, which stands alone. */
function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  const raise = waiting.findIndex(({ options }) => options.raise);
  return waiting.splice(0, raise < 0 ? waiting.length : Math.max(raise, 1));
}

const PAGE = 1000;

async function load(store: LogStore, id: string): Promise<{ view: WorkstreamView; head: number }> {
  const view = emptyView();
  let head = 0;
  for (;;) {
    const page = await store.read(id, { after: head, limit: PAGE });
    for (const record of page) applyRecord(view, record);
    head = page.at(-1)?.seq ?? head;
    if (page.length < PAGE) return { view, head };
  }
}

/** `at`, author and scope make a draft a record. */
function complete(draft: DraftRecord, at: string, { principal, surface, scope }: Author): NewRecord {
  // A draft is a NewRecord less exactly these fields; spreading a union loses the link between kind and body.
  return { at, principal, surface, ...draft, scope: draft.scope ?? scope } as NewRecord;
}

/** The same record as the store will give it back. */
function place(record: NewRecord, at: Pick<LogRecord, 'workstreamId' | 'seq' | 'generation'>): LogRecord {
  // As above: the spread keeps kind and body together, which the type system cannot follow.
  return { ...record, ...at, v: recordVersion } as LogRecord;
}
