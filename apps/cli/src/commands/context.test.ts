import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordedRequest, type ScriptedModel, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from '../testing/program.ts';

let place: ProgramPlace;
let model: ScriptedModel | undefined;
beforeEach(async () => {
  place = await createPlace({ 'long.txt': 'a line of some length, for the context\n'.repeat(400) });
});
afterEach(async () => {
  await model?.close();
  model = undefined;
  await place.remove();
});

const configure = async (served: ScriptedModel, more: string): Promise<void> => {
  await mkdir(join(place.home, '.toolstone'), { recursive: true });
  const text = `model = "s"\n[models.s]\nprovider = "openai-chat"\nbase_url = "${served.chatBaseUrl}"\nmodel = "scripted"\n${more}`;
  await writeFile(join(place.home, '.toolstone', 'config.toml'), text);
};
const run = (prompt: string, ...args: readonly string[]) =>
  place.run(['run', '-p', prompt, '--output', 'stream-json', ...args], { env: { OPENAI_API_KEY: 'x' } });
const kinds = (stdout: string): readonly string[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ record }) => (record ? [record.kind] : []));

const isSummary = (request: RecordedRequest): boolean => request.view.system?.includes('You condense') ?? false;

describe('a conversation that outgrows the context', () => {
  it('is condensed before it would not fit, keeps the task, and goes on', async () => {
    model = await startScriptedModel({
      script: (request, n) => {
        if (isSummary(request)) return { text: 'Task: count the lines. State: long.txt was read.' };
        return n < 6
          ? { calls: [{ name: 'read_file', arguments: { path: 'long.txt', offset: 1 + n * 50, limit: 150 } }] }
          : { text: 'Counted.' };
      },
    });
    await configure(model, '[models.s.capabilities]\ncontext_window = 9000\nmax_output_tokens = 1000\n');
    const { code, stdout } = await run('count the lines');
    expect(code).toBe(0);
    expect(kinds(stdout)).toContain('compacted');
    const last = JSON.stringify(model.requests.at(-1)?.view.messages);
    expect(last).toContain('Task: count the lines');
    expect(last.length / 4).toBeLessThan(9000);
    expect(model.problems()).toEqual([]);
  }, 40_000);

  it('is condensed when only the provider knows that it is too long', async () => {
    let refused = false;
    model = await startScriptedModel({
      script: (request, n) => {
        if (isSummary(request)) return { text: 'Task: go on.' };
        if (n === 2 && !refused) {
          refused = true;
          return { error: { kind: 'context-overflow' } };
        }
        return n < 2
          ? { calls: [{ name: 'read_file', arguments: { path: 'long.txt', limit: 100 + n } }] }
          : { text: 'Done.' };
      },
    });
    await configure(model, '');
    const { code, stdout } = await run('go');
    expect([code, kinds(stdout).includes('compacted')]).toEqual([0, true]);
  }, 40_000);

  it('ends with what to do where even the newest message is too long', async () => {
    model = await startScriptedModel({ script: [{ text: 'never' }] });
    await configure(model, '[models.s.capabilities]\ncontext_window = 2048\nmax_output_tokens = 500\n');
    const { code, stdout } = await run('x'.repeat(20_000));
    expect(code).toBe(1);
    expect(stdout).toContain('CONTEXT_FULL');
    expect(model.requests).toHaveLength(0);
  });
});

describe('a lane that fails', () => {
  it('is asked again without saying anything twice, and another takes over where it stays away', async () => {
    model = await startScriptedModel({
      script: [
        { text: 'Half an ans', cutAfterChunks: 2, chunkChars: 4 },
        { error: { kind: 'overloaded' } },
        { text: 'A whole answer.' },
      ],
    });
    await configure(model, '');
    const { code, stdout } = await place.run(['run', '-p', 'go'], { env: { OPENAI_API_KEY: 'x' } });
    expect([code, stdout]).toEqual([0, 'A whole answer.\n']);
    await configure(model, 'max_retries = 0\n');
    model.setScript([{ text: 'From the other.' }]);
    const config = `model = "gone"\nfallback_models = ["s"]\n[models.gone]\nprovider = "openai-chat"\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "x"\nmax_retries = 0\n[models.s]\nprovider = "openai-chat"\nbase_url = "${model.chatBaseUrl}"\nmodel = "scripted"\n`;
    await writeFile(join(place.home, '.toolstone', 'config.toml'), config);
    const second = await place.run(['run', '-p', 'go'], { env: { OPENAI_API_KEY: 'x' } });
    expect([second.code, second.stdout]).toEqual([0, 'From the other.\n']);
  }, 40_000);
});
