import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { noCompression } from '../segment/compression.ts';
import { createMemoryDirectory, type MemoryDirectory } from '../segment/memory-directory.ts';
import type { DocumentBlock, FieldStorage } from '../segment/segment-document.ts';
import { NO_MORE_DOCS, type SegmentReader } from '../segment/segment-reader.ts';
import { createIndexReader } from './index-reader.ts';
import { IndexStore } from './index-store.ts';
import { runMerge } from './merge.ts';
import { createSegmentFiles } from './segment-files.ts';

const tag: FieldStorage = {
  name: 'tag',
  inverted: { options: 'docs', hasNorms: false },
  column: 'ordinals',
  vectorDimensions: null,
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | null | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array());

/** The source is the tag; a source with a `+` has a nested document before its root. */
const parse = (id: string, routing: string | null, source: Uint8Array): DocumentBlock => {
  const text = decode(source);
  const root = { fields: [{ kind: 'terms', storage: tag, terms: [text] }], stored: { id, routing, source } } as const;
  return text.includes('+')
    ? [{ fields: [{ kind: 'terms', storage: tag, terms: ['nested'] }], stored: null }, root]
    : [root];
};

const open = (directory: MemoryDirectory, maxBufferBytes?: number): IndexStore =>
  IndexStore.open({
    files: createSegmentFiles(directory, noCompression),
    parse,
    metadata: { of: 'test' },
    ...(maxBufferBytes === undefined ? {} : { maxBufferBytes }),
  });

const put = (store: IndexStore, id: string, text: string, more: object = {}) => {
  const source = encode(text);
  return store.index({ id, routing: null, source, block: parse(id, null, source), ...more });
};

const documentsOf = (segments: readonly SegmentReader[]): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const segment of segments) {
    let roots = 0;
    for (let doc = 0; doc < segment.maxDoc; doc++) {
      if (!segment.isLive(doc)) continue;
      if (segment.rootBits !== null && ((segment.rootBits[doc >>> 5] ?? 0) & (1 << (doc & 31))) === 0) continue;
      const { id, source } = segment.stored(doc);
      expect(found[id]).toBeUndefined();
      found[id] = decode(source);
      roots++;
    }
    expect(segment.liveRootCount).toBe(roots);
  }
  return found;
};

const visible = (store: IndexStore): Record<string, string> => {
  const snapshot = store.acquire();
  try {
    return documentsOf(snapshot.segments);
  } finally {
    snapshot.release();
  }
};

/** Live documents with a tag, by its postings. */
const countOf = (segments: readonly SegmentReader[], text: string): number => {
  let count = 0;
  for (const segment of segments) {
    const terms = segment.terms('tag');
    const ordinal = terms?.ordinalOf(text) ?? -1;
    if (terms === null || ordinal < 0) continue;
    const postings = terms.postings(ordinal, 'docs');
    for (let doc = postings.next(); doc !== NO_MORE_DOCS; doc = postings.next()) if (segment.isLive(doc)) count++;
  }
  return count;
};

const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof EsError) return `${error.details.type} ${error.details.status}: ${error.details.reason}`;
    throw error;
  }
  return 'nothing was thrown';
};

describe('versions', () => {
  test('count up over index, delete and index again, refreshed or not', () => {
    const store = open(createMemoryDirectory());
    expect(put(store, '1', 'a')).toEqual({ result: 'created', version: 1, seqNo: 0, primaryTerm: 1 });
    expect(put(store, '1', 'b')).toMatchObject({ result: 'updated', version: 2, seqNo: 1 });
    store.refresh();
    expect(put(store, '1', 'c')).toMatchObject({ result: 'updated', version: 3 });
    expect(store.delete({ id: '1', routing: null })).toMatchObject({ result: 'deleted', version: 4 });
    expect(store.delete({ id: '1', routing: null })).toMatchObject({ result: 'not_found', version: 5 });
    store.refresh();
    expect(put(store, '1', 'd')).toMatchObject({ result: 'created', version: 6, seqNo: 5 });
    expect(store.get('1')).toMatchObject({ version: 6, seqNo: 5, primaryTerm: 1, stored: { id: '1', routing: null } });
  });

  test('refuse what their conditions do not allow, in the words of Elasticsearch', () => {
    const store = open(createMemoryDirectory());
    put(store, '1', 'a', { versionType: 'external', version: 5 });
    const reasons = [
      () => put(store, '1', 'b', { opType: 'create' }),
      () => put(store, '1', 'b', { versionType: 'external', version: 5 }),
      () => put(store, '1', 'b', { versionType: 'external_gte', version: 4 }),
      () => put(store, '1', 'b', { ifSeqNo: 7, ifPrimaryTerm: 1 }),
      () => put(store, '2', 'b', { ifSeqNo: 7, ifPrimaryTerm: 1 }),
    ].map(reasonOf);
    expect(reasons).toMatchInlineSnapshot(`
      [
        "version_conflict_engine_exception 409: [1]: version conflict, document already exists (current version [5])",
        "version_conflict_engine_exception 409: [1]: version conflict, current version [5] is higher or equal to the one provided [5]",
        "version_conflict_engine_exception 409: [1]: version conflict, current version [5] is higher than the one provided [4]",
        "version_conflict_engine_exception 409: [1]: version conflict, required seqNo [7], primary term [1]. current document has seqNo [0] and primary term [1]",
        "version_conflict_engine_exception 409: [2]: version conflict, required seqNo [7], primary term [1]. but no document was found",
      ]
    `);
    expect(put(store, '1', 'b', { versionType: 'external_gte', version: 5 }).version).toBe(5);
    expect(put(store, '1', 'c', { ifSeqNo: 1, ifPrimaryTerm: 1 }).version).toBe(6);
  });
});

describe('a reader', () => {
  test('keeps what it saw through deletes, merges and flushes', () => {
    const store = open(createMemoryDirectory());
    put(store, '1', 'a');
    put(store, '2', 'a+');
    store.refresh();
    const before = store.acquire();
    put(store, '2', 'b');
    store.delete({ id: '1', routing: null });
    expect(visible(store)).toEqual({ '1': 'a', '2': 'a+' });
    store.refresh();
    store.forceMerge();
    expect(visible(store)).toEqual({ '2': 'b' });
    expect(documentsOf(before.segments)).toEqual({ '1': 'a', '2': 'a+' });
    expect(countOf(before.segments, 'nested')).toBe(1);
    before.release();
    const now = store.acquire();
    expect(now.segments).toHaveLength(1);
    expect(countOf(now.segments, 'nested')).toBe(0);
    now.release();
  });

  test('of another thread opens a view by its names', () => {
    const directory = createMemoryDirectory();
    const store = open(directory);
    put(store, '1', 'a');
    store.refresh();
    put(store, '2', 'b');
    store.delete({ id: '1', routing: null });
    store.refresh();
    const snapshot = store.acquire();
    const reader = createIndexReader(createSegmentFiles(directory, noCompression));
    expect(documentsOf(reader.open(structuredClone(snapshot.view)))).toEqual({ '2': 'b' });
    reader.close();
  });
});

test('a merge carries over what is deleted while it runs', () => {
  const directory = createMemoryDirectory();
  const store = open(directory);
  for (const id of ['1', '2', '3']) {
    put(store, id, `${id}+`);
    store.refresh();
  }
  const plan = store.planForceMerge(1);
  if (plan === null) throw new Error('there was nothing to merge');
  runMerge(createSegmentFiles(directory, noCompression), structuredClone(plan));
  store.delete({ id: '2', routing: null });
  put(store, '3', 'new');
  store.commitMerge(plan);
  store.refresh();
  expect(visible(store)).toEqual({ '1': '1+', '3': 'new' });
  store.flush();
  store.close();
  expect(visible(open(directory))).toEqual({ '1': '1+', '3': 'new' });
});

test('only one writer opens a folder, and the next one after it closed', () => {
  const directory = createMemoryDirectory();
  const store = open(directory);
  expect(reasonOf(() => open(directory))).toContain('lock_obtain_failed_exception');
  store.close();
  open(directory).close();
});

test('metadata is kept without a flush', () => {
  const directory = createMemoryDirectory();
  const store = open(directory);
  store.saveMetadata({ mapping: 2 });
  put(store, '1', 'a');
  store.close();
  const again = open(directory);
  expect(again.metadata).toEqual({ mapping: 2 });
  expect(visible(again)).toEqual({ '1': 'a' });
});

type Step =
  | { readonly kind: 'index'; readonly id: string; readonly text: string }
  | { readonly kind: 'delete'; readonly id: string }
  | { readonly kind: 'refresh' | 'flush' | 'merge' | 'reopen' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('index' as const),
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      text: fc.constantFrom('x', 'y', 'x+', 'z+'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('refresh' as const, 'flush' as const, 'merge' as const, 'reopen' as const),
    }),
  },
);

test('any order of changes, refreshes, flushes, merges and restarts leaves what a plain map would', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, hasSmallBuffer) => {
      const directory = createMemoryDirectory();
      let store = open(directory, hasSmallBuffer ? 1 : undefined);
      const model = new Map<string, { readonly text: string; readonly version: number }>();
      const versions = new Map<string, number>();
      let hasRestarted = false;
      for (const one of steps) {
        switch (one.kind) {
          case 'index': {
            const { version } = put(store, one.id, one.text);
            const expected = (versions.get(one.id) ?? 0) + 1;
            // Versions of deletes are forgotten with a restart after a flush.
            if (!hasRestarted || model.has(one.id)) expect(version).toBe(expected);
            versions.set(one.id, version);
            model.set(one.id, { text: one.text, version });
            break;
          }
          case 'delete': {
            const { result, version } = store.delete({ id: one.id, routing: null });
            expect(result).toBe(model.has(one.id) ? 'deleted' : 'not_found');
            versions.set(one.id, version);
            model.delete(one.id);
            break;
          }
          case 'refresh':
            store.refresh();
            break;
          case 'flush':
            store.flush();
            break;
          case 'merge':
            store.forceMerge();
            break;
          case 'reopen':
            store.close();
            store = open(directory, hasSmallBuffer ? 1 : undefined);
            hasRestarted = true;
            break;
        }
        for (const id of ['a', 'b', 'c', 'd', 'e']) {
          const current = store.get(id);
          expect(current === null ? null : { text: decode(current.stored.source), version: current.version }).toEqual(
            model.get(id) ?? null,
          );
        }
      }
      store.refresh();
      expect(visible(store)).toEqual(Object.fromEntries([...model].map(([id, { text }]) => [id, text])));
      const snapshot = store.acquire();
      for (const text of ['x', 'y', 'x+', 'z+']) {
        expect(countOf(snapshot.segments, text)).toBe([...model.values()].filter((one) => one.text === text).length);
      }
      const nested = [...model.values()].filter((one) => one.text.includes('+')).length;
      expect(countOf(snapshot.segments, 'nested')).toBe(nested);
      snapshot.release();
    }),
    { numRuns: 150 },
  );
});

describe('damage', () => {
  const filled = (): MemoryDirectory => {
    const directory = createMemoryDirectory();
    const store = open(directory);
    for (let number = 0; number < 40; number++) put(store, `${number}`, `text ${number}`);
    store.delete({ id: '3', routing: null });
    store.refresh();
    store.delete({ id: '4', routing: null });
    store.flush();
    put(store, 'late', 'late');
    store.sync();
    put(store, 'later', 'later');
    store.close();
    return directory;
  };

  test('by a flipped or missing byte is found and named, or harms nothing', () => {
    const whole = filled();
    const expected = visible(open(filled()));
    const names = [...whole.files.keys()].filter((name) => (whole.files.get(name)?.length ?? 0) > 0);
    expect(names.map((name) => name.replace(/\d+/g, 'N')).sort()).toMatchInlineSnapshot(`
      [
        "log-N",
        "manifest",
        "sN-N.live",
        "sN.seg",
      ]
    `);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        (name, place, flip, isCut) => {
          const directory = filled();
          const file = directory.files.get(name);
          if (file === undefined) throw new Error(name);
          const at = place % file.length;
          const isInLastFrame = name.startsWith('log-') && at >= file.length / 2 - 8;
          if (isCut) file.length = at;
          else file.bytes[at] = (file.bytes[at] ?? 0) ^ flip;
          try {
            const now = visible(open(directory));
            // A torn end of the log was not acknowledged, as far as its reader can tell.
            if (!name.startsWith('log-') || (!isCut && !isInLastFrame)) expect(now).toEqual(expected);
          } catch (error) {
            if (!(error instanceof EsError)) throw error;
            expect(error.details.reason).toContain(`resource=${name}`);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
