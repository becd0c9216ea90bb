import { mkdir, mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrustStore, type TrustStore } from './trust-store.ts';

describe('trust', () => {
  let directory: string;
  let folder: string;
  let store: TrustStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
    folder = join(directory, 'project');
    await mkdir(join(folder, '.toolstone', 'tools'), { recursive: true });
    store = createTrustStore(join(directory, 'data', 'trust.json'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
  });
  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, '.toolstone', name), text);
  const status = async (): Promise<string> => (await store.trustOf(folder)).status;

  it('has nothing to ask about a folder without files of ours', async () => {
    expect(await status()).toBe('nothing');
    expect(await store.isTrusted(folder)).toBe(true);
    await rm(join(folder, '.toolstone'), { recursive: true });
    expect(await status()).toBe('nothing');
    await store.trust(folder);
    await put('x', '').catch(() => undefined);
    expect(await store.isTrusted(folder)).toBe(true);
  });

  it('is given once and remembered, privately', async () => {
    await put('config.toml', 'model = "a"');
    expect(await status()).toBe('unknown');
    expect(await store.isTrusted(folder)).toBe(false);
    await store.trust(folder);
    expect(await status()).toBe('trusted');
    expect(await createTrustStore(join(directory, 'data', 'trust.json')).isTrusted(folder)).toBe(true);
    expect((await stat(join(directory, 'data', 'trust.json'))).mode & 0o777).toBe(0o600);
  });

  it.each<[string, () => Promise<void>]>([
    ['content', () => put('config.toml', 'model = "b"')],
    ['a new file', () => put('tools/x.json', '{}')],
    ['a removed file', () => unlink(join(folder, '.toolstone', 'policy.toml'))],
    [
      'a moved file',
      async () => {
        await unlink(join(folder, '.toolstone', 'policy.toml'));
        await put('tools/policy.toml', 'rules = []');
      },
    ],
    ['the target of a link', () => writeFile(join(directory, 'outside.json'), 'changed')],
  ])('ends with a change of %s', async (_what, change) => {
    await put('config.toml', 'model = "a"');
    await put('policy.toml', 'rules = []');
    await writeFile(join(directory, 'outside.json'), 'as it was');
    await symlink(join(directory, 'outside.json'), join(folder, '.toolstone', 'tools', 'linked.json'));
    await store.trust(folder);
    expect(await status()).toBe('trusted');
    await change();
    expect(await status()).toBe('changed');
    expect(await store.isTrusted(folder)).toBe(false);
    await store.trust(folder);
    expect(await status()).toBe('trusted');
  });

  it('holds for the folder, by whatever path it is reached', async () => {
    await put('config.toml', 'model = "a"');
    await symlink(folder, join(directory, 'link'));
    await store.trust(join(directory, 'link'));
    expect(await store.isTrusted(folder)).toBe(true);
  });

  it('is not asked for again after a no, until something changes', async () => {
    await put('config.toml', 'model = "a"');
    await store.decline(folder);
    expect([await status(), await store.isTrusted(folder)]).toEqual(['declined', false]);
    await put('config.toml', 'model = "b"');
    expect(await status()).toBe('unknown');
    await store.decline(folder);
    await store.trust(folder);
    expect(await status()).toBe('trusted');
    await store.decline(folder);
    expect([await status(), await store.isTrusted(folder)]).toEqual(['declined', false]);
  });

  it('keeps what was said of other folders', async () => {
    await put('config.toml', 'model = "a"');
    const other = join(directory, 'other');
    await mkdir(join(other, '.toolstone'), { recursive: true });
    await writeFile(join(other, '.toolstone', 'config.toml'), '');
    await store.trust(folder);
    await store.trust(other);
    expect([await store.isTrusted(folder), await store.isTrusted(other)]).toEqual([true, true]);
  });

  it("is nobody's when its file is damaged, and can be given again", async () => {
    await put('config.toml', 'model = "a"');
    await store.trust(folder);
    await writeFile(join(directory, 'data', 'trust.json'), '{"folders": [');
    expect(await status()).toBe('unknown');
    await store.trust(folder);
    expect(JSON.parse(await readFile(join(directory, 'data', 'trust.json'), 'utf8'))).toHaveProperty('folders');
  });

  it('is refused where there is no end of files', async () => {
    await symlink(join(folder, '.toolstone'), join(folder, '.toolstone', 'tools', 'loop'));
    await put('config.toml', 'model = "a"');
    expect(await store.isTrusted(folder)).toBe(false);
    await expect(store.trust(folder)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});
