import type { BlobStore } from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const helloHash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const worldHash = '486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7';
const plain = { mediaType: 'text/plain' };

/** What every `BlobStore` must do. `open` gives another store on the same storage, as another process would. */
export function blobStoreConformance(
  name: string,
  setUp: () => Promise<{ open(): Promise<BlobStore>; remove(): Promise<void> }>,
): void {
  describe(`blob store: ${name}`, () => {
    let storage: Awaited<ReturnType<typeof setUp>>;
    let store: BlobStore;
    beforeEach(async () => {
      storage = await setUp();
      store = await storage.open();
    });
    afterEach(() => storage.remove());

    const textAt = async (workstreamId: string, blob: string, offset = 0, length = 1_000): Promise<string | null> => {
      const bytes = await store.workspace(workstreamId).readAt(blob, offset, length);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    };

    it('names bytes by their hash, and by a key where one is given', async () => {
      const workspace = store.workspace('a');
      expect(await workspace.put(bytesOf('hello'), plain)).toEqual({
        key: helloHash,
        blob: helloHash,
        bytes: 5,
        ...plain,
      });
      expect(await workspace.put(bytesOf('world'), { ...plain, key: 'out/1.txt' })).toEqual({
        key: 'out/1.txt',
        blob: worldHash,
        bytes: 5,
        ...plain,
      });
    });

    it('finds an entry by key and by hash', async () => {
      const workspace = store.workspace('a');
      await workspace.put(bytesOf('hello'), { ...plain, key: 'x' });
      expect(await workspace.stat('x')).toEqual({ key: 'x', blob: helloHash, bytes: 5, ...plain });
      expect(await workspace.stat(helloHash)).toEqual({ key: helloHash, blob: helloHash, bytes: 5, ...plain });
      expect(await workspace.stat('y')).toBeNull();
      expect(await workspace.stat(worldHash)).toBeNull();
    });

    it('lists named entries by key, below a prefix', async () => {
      const workspace = store.workspace('a');
      for (const key of ['b/2', 'a', 'b/1', 'bc', 'b/é', 'b_1']) await workspace.put(bytesOf(key), { ...plain, key });
      await workspace.put(bytesOf('nameless'), plain);
      const keys = async (prefix?: string) => (await workspace.list(prefix)).map(({ key }) => key);
      expect(await keys()).toEqual(['a', 'b/1', 'b/2', 'b/é', 'b_1', 'bc']);
      expect(await keys('b/')).toEqual(['b/1', 'b/2', 'b/é']);
      expect(await keys('%')).toEqual([]);
    });

    it('reads any part, and less than asked at the end', async () => {
      const { blob } = await store.workspace('a').put(bytesOf('hello'), plain);
      expect(await textAt('a', blob)).toBe('hello');
      expect(await textAt('a', blob, 1, 3)).toBe('ell');
      expect(await textAt('a', blob, 4, 10)).toBe('o');
      expect(await textAt('a', blob, 5, 10)).toBe('');
      expect(await textAt('a', blob, 99, 10)).toBe('');
    });

    it('keeps bytes of every kind, none at all and a megabyte', async () => {
      const workspace = store.workspace('a');
      const large = new Uint8Array(1_000_000).map((_, index) => index % 251);
      const { blob } = await workspace.put(large, { mediaType: 'application/octet-stream' });
      expect(Buffer.compare((await workspace.readAt(blob, 0, large.length)) ?? new Uint8Array(), large)).toBe(0);
      const empty = await workspace.put(new Uint8Array(), { ...plain, key: 'empty' });
      expect(empty.bytes).toBe(0);
      expect(await textAt('a', empty.blob)).toBe('');
    });

    it('replaces what a key names, and keeps the old bytes under their hash', async () => {
      const workspace = store.workspace('a');
      await workspace.put(bytesOf('hello'), { ...plain, key: 'x' });
      await workspace.put(bytesOf('world'), { mediaType: 'text/markdown', key: 'x' });
      expect(await workspace.list()).toEqual([{ key: 'x', blob: worldHash, bytes: 5, mediaType: 'text/markdown' }]);
      expect(await textAt('a', helloHash)).toBe('hello');
    });

    it('shows a workstream nothing of another', async () => {
      await store.workspace('a').put(bytesOf('hello'), { ...plain, key: 'x' });
      expect(await store.workspace('b').stat('x')).toBeNull();
      expect(await store.workspace('b').stat(helloHash)).toBeNull();
      expect(await store.workspace('b').list()).toEqual([]);
      expect(await textAt('b', helloHash)).toBeNull();
    });

    it('gives null for what is no hash', async () => {
      expect(await textAt('a', '../../etc/passwd')).toBeNull();
    });

    it('drops a workstream and leaves what others refer to', async () => {
      await store.workspace('a').put(bytesOf('hello'), { ...plain, key: 'x' });
      await store.workspace('a').put(bytesOf('world'), plain);
      await store.workspace('b').put(bytesOf('hello'), plain);
      await store.drop('a');
      expect(await store.workspace('a').list()).toEqual([]);
      expect(await textAt('a', worldHash)).toBeNull();
      expect(await textAt('b', helloHash)).toBe('hello');
      await store.drop('a');
      await store.drop('never there');
    });

    it('stores bytes again that were dropped', async () => {
      await store.workspace('a').put(bytesOf('hello'), plain);
      await store.drop('a');
      await store.workspace('b').put(bytesOf('hello'), plain);
      expect(await textAt('b', helloHash)).toBe('hello');
    });

    it('never loses bytes that one process puts while another drops them', async () => {
      const other = await storage.open();
      for (let round = 0; round < 40; round++) {
        const bytes = bytesOf(`shared ${round}`);
        const { blob } = await store.workspace('a').put(bytes, plain);
        await Promise.all([store.drop('a'), other.workspace('b').put(bytes, plain)]);
        expect(await textAt('b', blob)).toBe(`shared ${round}`);
      }
    });

    it('takes the same bytes from many at once', async () => {
      const stores = await Promise.all([storage.open(), storage.open()]);
      await Promise.all(
        [...stores, store, store].map((one, index) => one.workspace(`w${index}`).put(bytesOf('hello'), plain)),
      );
      for (const index of [0, 1, 2, 3]) expect(await textAt(`w${index}`, helloHash)).toBe('hello');
    });

    it.each(['', '/etc/passwd', 'a/../b', '..', 'a//b', './a', 'a\\b', 'a\nb', 'x'.repeat(513), worldHash])(
      'refuses the key %j',
      async (key) => {
        await expect(store.workspace('a').put(bytesOf('hello'), { ...plain, key })).rejects.toMatchObject({
          code: 'FORBIDDEN',
        });
        expect(await store.workspace('a').stat(helloHash)).toBeNull();
      },
    );

    it.each(['a', 'results/3.txt', '…', '.hidden', 'a..b', 'x'.repeat(512)])('takes the key %j', async (key) => {
      await store.workspace('a').put(bytesOf('hello'), { ...plain, key });
      expect(await store.workspace('a').stat(key)).toMatchObject({ key });
    });
  });
}
