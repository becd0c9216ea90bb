import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventSchema, type LogRecord, runOutputSchema } from '@toolstone/protocol';
import { type ScriptedModel, scriptSchema, startScriptedModel } from '@toolstone/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlace, type ProgramPlace } from './testing/program.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const whole = await readFile(fixture('fast-content-type-parse/index.js'), 'utf8');
/** The one line that is made wrong: the backslash of a quoted pair stays. */
const broken = whole.replace('start = ++index', 'start = index');
const prompt = 'The tests of this package fail. Find out why and fix it.';
const rules = ['--allow', 'bash(node --test*)', '--allow', 'edit_file(index.js)'];

let place: ProgramPlace;
let model: ScriptedModel;
beforeEach(async () => {
  place = await createPlace();
  await cp(fixture('fast-content-type-parse'), place.dir, { recursive: true });
  await writeFile(join(place.dir, 'index.js'), broken);
  const script = scriptSchema.parse(JSON.parse(await readFile(fixture('fix-content-type.script.json'), 'utf8')));
  model = await startScriptedModel({ script });
});
afterEach(async () => {
  await model.close();
  await place.remove();
});

/** An output without what is another in every run. */
const shown = (text: string): string => text.replaceAll(place.dir, 'DIR').replace(/ws_\w+/g, 'WS');
const indexFile = (): Promise<string> => readFile(join(place.dir, 'index.js'), 'utf8');

describe('a failing test in a real repository', () => {
  const wires = [
    ['openai-chat', () => model.chatBaseUrl, 'OPENAI_API_KEY'],
    ['openai-responses', () => model.responsesBaseUrl, 'OPENAI_API_KEY'],
    ['anthropic', () => model.anthropicBaseUrl, 'ANTHROPIC_API_KEY'],
    ['gemini', () => model.geminiBaseUrl, 'GEMINI_API_KEY'],
  ] as const;
  const run = (wire: readonly [string, () => string, string], ...args: readonly string[]) => {
    const [provider, baseUrl, key] = wire;
    const lane = ['--provider', provider, '--base-url', baseUrl(), '--model', 'scripted'];
    return place.run(['run', '-p', prompt, ...lane, ...args], { env: { [key]: 'x' } });
  };

  it.each(wires)('is seen to fail, found, mended, seen to pass and undone over the %s wire', async (...wire) => {
    const { code, stdout, stderr } = await run(wire, ...rules, '--output', 'stream-json');
    expect([code, stderr]).toEqual([0, '']);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => eventSchema.parse(JSON.parse(line)))
      .flatMap((event) => (event.type === 'record' ? [event.record] : []));
    expect(told(records)).toMatchInlineSnapshot(`
      [
        "I run the tests first.",
        "  bash: node --test --test-reporter=spec (ok, effect committed)",
        "Values with escapes keep their backslashes. I look for where they are taken out, and what the test expects.",
        "  search: Search for "quoted-pair|unescape" in index.js (ok, effect none)",
        "  search: Search for "should unquote parameter values with escapes" in test (ok, effect none)",
        "  read_file: Read index.js from line 52 (ok, effect none)",
        "The next piece starts at the backslash itself: it has to start behind it.",
        "  edit_file: Edit index.js (+1 −1) (ok, effect committed)",
        "  bash: node --test --test-reporter=spec (ok, effect committed)",
        "Fixed: unescapeQuotedPairs (index.js:62) kept the backslash of every quoted pair. All 98 tests pass.",
      ]
    `);
    expect(await indexFile()).toBe(whole);
    expect(model.problems()).toEqual([]);
    expect(shown((await place.run(['undo', '--list'])).stdout)).toMatchInlineSnapshot(`
      "WS: changes that can be taken back
        r1  changed  index.js
      "
    `);
    expect(shown((await place.run(['undo'])).stdout)).toMatchInlineSnapshot(`
      "restored index.js
      "
    `);
    expect(await indexFile()).toBe(broken);
  });

  it('stays as it is where no rule allows the commands and nobody can be asked', async () => {
    const { code, stdout } = await run(wires[0], '--output', 'json');
    const output = runOutputSchema.parse(JSON.parse(stdout));
    expect([code, output.status, output.text]).toEqual([3, 'done', 'That is not what I expected to see. I stop here.']);
    expect(output.denied.map(({ tool, allowWith }) => `${tool}: ${allowWith}`)).toMatchInlineSnapshot(`
      [
        "bash: It was not run. The operator can allow it with --allow 'bash(node --test --test-reporter=spec)'",
      ]
    `);
    expect(await indexFile()).toBe(broken);
  });
});

/** The conversation a line each: what was said, and each call with how it ended. */
function told(records: readonly LogRecord[]): readonly string[] {
  const finished = new Map(
    records.flatMap((record) => (record.kind === 'call.finished' ? [[record.body.callId, record.body] as const] : [])),
  );
  return records.flatMap((record) => {
    if (record.kind === 'model.replied')
      return record.body.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    // Calls of one reply end in any order; they are folded in the order in which they were made.
    if (record.kind !== 'batch.folded') return [];
    return record.body.results.map(({ callId }) => {
      const call = finished.get(callId);
      return `  ${call?.tool}: ${call?.header} (${call?.result.status}, effect ${call?.result.effect})`;
    });
  });
}
