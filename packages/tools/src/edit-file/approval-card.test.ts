import type { AskedCall } from '@toolstone/protocol';
import type { Workbench } from '@toolstone/testing';
import { describe, expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from '../read-file/index.ts';
import { editFile } from './index.ts';

const known = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
const brought = `ghp_${'9Zb1e42F292c6912E7710c838347Ae178B4a'}`;
const keyLines = Array.from({ length: 5 }, (_, index) => `${index}${'mFzZTY0b2ZhS2V5'.repeat(5).slice(0, 63)}`);
const key = [`-----BEGIN ${'PRIVATE'} KEY-----`, ...keyLines, `-----END ${'PRIVATE'} KEY-----`].join('\n');

async function cardOf(content: string, args: object): Promise<{ readonly card: AskedCall; readonly bench: Workbench }> {
  let card: AskedCall | undefined;
  let used: Workbench | undefined;
  await withBench({ tools: [readFile, editFile], files: { 'a.txt': content } }, async (bench) => {
    used = bench;
    await bench.call('read_file', { path: 'a.txt' });
    card = (await bench.call('edit_file', { path: 'a.txt', ...args })).asked;
  });
  if (!card || !used) throw new Error('nothing was asked');
  return { card, bench: used };
}

const diffOf = ({ preview }: AskedCall): string =>
  preview.flatMap((view) => (view.type === 'diff' ? [view.diff] : [])).join('');
const noticeOf = ({ preview }: AskedCall): readonly string[] =>
  preview.flatMap((view) => (view.type === 'notice' ? [view.text] : []));

describe('the card of an edit', () => {
  it('does not bring a secret of the lines around it into the log', async () => {
    const { card, bench } = await cardOf(`port: 1\ntoken ${known}\nname: x\n`, {
      old_string: 'port: 1',
      new_string: 'port: 2',
    });
    expect(diffOf(card)).toContain('\n-port: 1\n+port: 2\n token [REDACTED:api_key]\n name: x');
    expect(noticeOf(card)).toEqual(['1 credential is masked here: in the file already, not brought by this call.']);
    expect(JSON.stringify(bench.records)).not.toContain(known);
  });

  it('nor of the changed line itself, where the edit leaves it as it is', async () => {
    const { card, bench } = await cardOf(`use ${known} for one\n`, { old_string: 'for one', new_string: 'for two' });
    expect(diffOf(card)).toContain('-use [REDACTED:api_key] for one\n+use [REDACTED:api_key] for two');
    expect(JSON.stringify(bench.records)).not.toContain(known);
  });

  it('nor a private key, whole or cut by the lines that are shown', async () => {
    const { card, bench } = await cardOf(`${key}\nport: 1\n`, { old_string: 'port: 1', new_string: 'port: 2' });
    expect(diffOf(card)).toContain('[REDACTED:private_key]\n-port: 1\n+port: 2');
    for (const line of keyLines) expect(JSON.stringify(bench.records)).not.toContain(line);
  });

  it('shows to the letter what the call itself brings, credentials included', async () => {
    const { card } = await cardOf(`one\nold ${known}\n`, {
      old_string: 'one',
      new_string: `use ${brought}\n${key}`,
    });
    const added = diffOf(card)
      .split('\n')
      .filter((line) => line.startsWith('+') && !line.startsWith('+++'));
    expect(added.map((line) => line.slice(1)).join('\n')).toBe(`use ${brought}\n${key}`);
    expect(diffOf(card)).not.toContain(known);
  });

  it('says nothing of masks where there is nothing to mask', async () => {
    const { card } = await cardOf('one\ntwo\n', { old_string: 'one', new_string: `use ${brought}` });
    expect(noticeOf(card)).toEqual([]);
    expect(diffOf(card)).toContain(`+use ${brought}\n two`);
  });
});
