import { describe, expect, it } from 'vitest';
import { askAbout, askedCommand, createScreenBench, snapshot } from '../../testing/screen.fixture.ts';
import type { Effect } from './effect.ts';

const sent = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.type === 'send' ? effect.message : []));

describe('the prompt', () => {
  it('sends what was written, remembers it and is empty again', () => {
    const bench = createScreenBench();
    bench.type('hello\r');
    expect(bench.takeEffects()).toEqual([
      { type: 'remember-prompt', text: 'hello' },
      { type: 'send', message: { type: 'message', parts: [{ type: 'text', text: 'hello' }] } },
    ]);
    bench.type('\x1b[A');
    expect(bench.screen.editor.text).toBe('hello');
    bench.type('\x1b[A\x1b[A');
    expect(bench.screen.editor.text).toBe('an earlier prompt');
  });

  it.each([
    ['Alt+Enter', '\x1b\r'],
    ['Ctrl+J', '\n'],
    ['a backslash before Enter', '\\\r'],
    ['Shift+Enter where the terminal tells it', '\x1b[13;2u'],
  ])('begins a new line with %s', (_how, keys) => {
    const bench = createScreenBench();
    bench.type(`one${keys}two`);
    expect(bench.screen.editor.text).toBe('one\ntwo');
    expect(bench.takeEffects()).toEqual([]);
  });

  it('takes a paste of several lines as text', () => {
    const bench = createScreenBench();
    bench.type('\x1b[200~first\r\nsecond\x1b[201~');
    expect(bench.screen.editor.text).toBe('first\nsecond');
  });

  it('asks for files after @ and completes them', () => {
    const bench = createScreenBench();
    bench.type('see @app');
    expect(bench.takeEffects()).toContainEqual({ type: 'list-files' });
    bench.dispatch({ type: 'files', files: ['docs/apples.md', 'src/', 'src/app.ts'] });
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      › see @app
      ▸ src/app.ts
        docs/apples.md"
    `);
    bench.type('\x1b[B\t');
    expect(bench.screen.editor.text).toBe('see @docs/apples.md ');
  });

  it('names the nearest command for a mistyped one, and keeps what was written', () => {
    const bench = createScreenBench();
    bench.type('/modle fast\r');
    expect(bench.screen.hint?.text).toBe('There is no command /modle; did you mean /model?');
    expect(bench.screen.editor.text).toBe('/modle fast');
    expect(bench.takeEffects()).toEqual([]);
  });

  it.each([
    ['/call read_file a.txt', { type: 'call', tool: 'read_file', arguments: 'a.txt' }],
    ['!ls -l', { type: 'call', tool: 'bash', arguments: '{"command":"ls -l"}' }],
    ['/model careful', { type: 'switch', lane: 'careful' }],
    ['/compact', { type: 'compact' }],
    ['/undo r3', { type: 'undo', scope: 'r3' }],
    ['/name Better words', { type: 'rename', name: 'Better words' }],
    ['look at /etc/hosts', { type: 'message', parts: [{ type: 'text', text: 'look at /etc/hosts' }] }],
    ['/etc/hosts is odd', { type: 'message', parts: [{ type: 'text', text: '/etc/hosts is odd' }] }],
  ])('understands %s', (typed, message) => {
    const bench = createScreenBench();
    bench.type(`${typed} \r`);
    expect(sent(bench.takeEffects())).toEqual([message]);
  });

  it('stops what runs with Escape, and clears what is written with a second one', () => {
    const bench = createScreenBench();
    bench.events({ type: 'state', state: 'thinking' });
    bench.type('half');
    bench.press('escape');
    expect(sent(bench.takeEffects())).toEqual([{ type: 'cancel' }]);
    expect(bench.screen.editor.text).toBe('half');
    bench.press('escape');
    expect(bench.screen.editor.text).toBe('');
  });

  it('leaves with two Ctrl+C in a row, not with two that are far apart', () => {
    const bench = createScreenBench();
    bench.press('c', { isCtrl: true });
    bench.wait(3000);
    bench.press('c', { isCtrl: true });
    expect(bench.takeEffects()).toEqual([]);
    bench.press('c', { isCtrl: true });
    expect(bench.takeEffects()).toEqual([{ type: 'leave' }]);
  });

  it('leaves with Ctrl+D where nothing is written', () => {
    const bench = createScreenBench();
    bench.type('x');
    bench.press('d', { isCtrl: true });
    bench.press('backspace');
    bench.press('d', { isCtrl: true });
    expect(bench.takeEffects()).toEqual([{ type: 'leave' }]);
  });

  it('shows what waits and takes the last of it back to be changed', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'ls'));
    bench.record('approval.answered', {
      cycleId: 'cyc_1',
      decisions: [{ callId: 'c1', decision: 'yes', planHash: 'hash-c1' }],
    });
    bench.events({ type: 'state', state: 'running' });
    bench.record('input.received', {
      type: 'message',
      inputId: 'in_2',
      parts: [{ type: 'text', text: 'and then this' }],
    });
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      · $ ls

      ⠹ Working · 0s · esc to interrupt · ↑ 1.2k ↓ 30 tokens
        ↳ queued: and then this
          ↑ takes the last one back

      › what you write now is queued
        looking for a model … · ~/project · no isolation · 1.2k · running"
    `);
    bench.press('up');
    expect(sent(bench.takeEffects())).toEqual([{ type: 'withdraw', inputId: 'in_2' }]);
    bench.record('input.withdrawn', { inputId: 'in_2' });
    expect(bench.screen.editor.text).toBe('and then this');
    expect(bench.live()).not.toContain('queued: and');
  });

  it('shows the keys for ? and takes them away with the next key', () => {
    const bench = createScreenBench({ rows: 60 });
    bench.type('?');
    expect(bench.live()).toContain('Ctrl+O');
    bench.type('x');
    expect(bench.live()).not.toContain('Ctrl+O');
    bench.type('?');
    expect(bench.screen.editor.text).toBe('x?');
  });

  it('says how to connect a model once, when there is none', () => {
    const bench = createScreenBench();
    const failure = { code: 'MODEL_MISSING', message: 'no model is configured', nextStep: 'Add one' };
    bench.dispatch({ type: 'lane', lane: { status: 'missing', failure } });
    bench.dispatch({ type: 'lane', lane: { status: 'missing', failure } });
    expect(bench.printed()).toMatchInlineSnapshot(`
      "No model yet: no model is configured
        1. a key: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY and start
            again
        2. a local one: start Ollama, LM Studio, llama.cpp or vLLM; it is found by
            itself
        3. any other: toolstone models add NAME --base-url URL --model MODEL

        Tools work without: /call read_file README.md, or !ls. \`toolstone tour\` shows
            around."
    `);
  });
});

describe('a question', () => {
  it('shows what it is about and takes one key', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      ◆ Waiting for your answer · 0s · esc to interrupt · ↑ 1.2k ↓ 30 tokens

      ▌ Run this command?
      ▌ $ npm test
      ▌ No rule allows the command \`npm test\`
      ▌ always: bash(npm test)
      ▌ y yes   n no   Y/N with a message   a always   e edit   ? why
        looking for a model … · ~/project · no isolation · 1.2k · asks you"
    `);
    bench.type('y');
    expect(sent(bench.takeEffects())).toEqual([
      { type: 'answer', cycleId: 'cyc_1', decision: 'yes', planHashes: { c1: 'hash-c1' } },
    ]);
  });

  it('is answered once, however often the key is pressed', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('yy');
    expect(sent(bench.takeEffects())).toHaveLength(1);
  });

  it('goes away when it was answered elsewhere, and the card says where', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.record('approval.answered', {
      cycleId: 'cyc_1',
      decisions: [{ callId: 'c1', decision: 'no', planHash: 'hash-c1' }],
    });
    expect(bench.screen.approval).toBeNull();
  });

  it('takes no for an answer together with words for the model', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('N');
    bench.type('keep b');
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      ◆ Waiting for your answer · 0s · esc to interrupt · ↑ 1.2k ↓ 30 tokens

      ▌ Run this command?
      ▌ $ npm test
      ▌ No, and to the model:
      ▌ › keep b
      ▌ Enter sends · Esc back
        looking for a model … · ~/project · no isolation · 1.2k · asks you"
    `);
    bench.type('\r');
    expect(sent(bench.takeEffects())).toMatchObject([{ decision: 'no', message: 'keep b' }]);
  });

  it('takes no "always" where nothing would be covered by it, and says so', () => {
    const bench = createScreenBench();
    askAbout(bench, { ...askedCommand('c1', 'eval "$x"'), always: [] });
    expect(bench.live()).toContain('no "always" here');
    expect(bench.live()).not.toContain('a always');
    bench.type('a');
    expect(sent(bench.takeEffects())).toEqual([]);
  });

  it('is about each of several calls, and a yes can leave some out', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'), askedCommand('c2', 'rm -r build'));
    bench.type('\t ');
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      ◆ Waiting for your answer · 0s · esc to interrupt · ↑ 1.2k ↓ 30 tokens

      ▌ 2 calls ask
      ▌   ✓ $ npm test
      ▌ ▸ ✗ $ rm -r build
      ▌ No rule allows the command \`rm -r build\`
      ▌ always: bash(npm test)
      ▌ y yes to the marked   n no to all   Y/N with a message   a always   e edit
      ▌ ? why   Tab next   Space leave out
        looking for a model … · ~/project · no isolation · 1.2k · asks you"
    `);
    bench.type('a');
    expect(sent(bench.takeEffects())).toEqual([
      {
        type: 'answer',
        cycleId: 'cyc_1',
        decision: 'yes',
        planHashes: { c1: 'hash-c1', c2: 'hash-c2' },
        exceptions: { c2: 'no' },
        always: true,
      },
    ]);
  });

  it('lets a command be changed as text and other arguments as JSON that must be JSON', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('e --silent\r');
    expect(sent(bench.takeEffects())).toMatchObject([
      { decision: 'edit', callId: 'c1', arguments: '{"command":"npm test --silent"}' },
    ]);
    const other = createScreenBench();
    askAbout(other, { ...askedCommand('c1', 'x'), tool: 'write_file', arguments: '{"path":"a","content":"b"}' });
    other.type('e,\r');
    expect(other.screen.approval?.problem).toContain('Not JSON yet');
    expect(sent(other.takeEffects())).toEqual([]);
    other.press('backspace');
    other.type('\r');
    expect(sent(other.takeEffects())).toMatchObject([{ arguments: '{\n  "path": "a",\n  "content": "b"\n}' }]);
  });

  it('does not take a letter of a word that is being written for its answer', () => {
    const bench = createScreenBench();
    bench.type('wh');
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('y');
    expect(sent(bench.takeEffects())).toEqual([]);
    expect(bench.screen.editor.text).toBe('why');
    bench.wait(1000);
    bench.type('y');
    expect(sent(bench.takeEffects())).toHaveLength(1);
    expect(bench.screen.editor.text).toBe('why');
  });

  it('does not take a key for its answer that was on its way before the question', () => {
    const bench = createScreenBench();
    bench.record('approval.asked', { cycleId: 'cyc_1', scope: 'r1', calls: [askedCommand('c1', 'npm test')] });
    bench.type('a');
    expect(sent(bench.takeEffects())).toEqual([]);
    expect(bench.screen.editor.text).toBe('a');
  });

  it('says why it asks', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('?');
    expect(bench.takeEffects()).toEqual([
      { type: 'explain-call', tool: 'bash', arguments: '{"command":"npm test"}', isForPanel: true },
    ]);
    bench.dispatch({ type: 'explained', lines: ['bash asks first.', 'Rule: opaque (built-in)'] });
    expect(bench.live()).toContain('▌ Rule: opaque (built-in)');
  });

  it('stopped the turn when Esc was meant to close the why', () => {
    const bench = createScreenBench();
    askAbout(bench, askedCommand('c1', 'npm test'));
    bench.type('?');
    bench.dispatch({ type: 'explained', lines: ['bash asks first.'] });
    bench.takeEffects();
    bench.press('escape');
    expect(bench.takeEffects()).toEqual([]);
    expect(bench.live()).not.toContain('bash asks first.');
    bench.press('escape');
    expect(bench.takeEffects()).toEqual([{ type: 'send', message: { type: 'cancel' } }]);
  });

  it('can be scrolled through when it is longer than the screen', () => {
    const bench = createScreenBench({ rows: 14 });
    const lines = Array.from({ length: 40 }, (_line, index) => `echo ${index}`);
    askAbout(bench, askedCommand('c1', lines.join('\n')));
    expect(bench.live()).toContain('echo 0\n');
    bench.press('pagedown');
    expect(bench.live()).not.toContain('echo 0\n');
    expect(bench.live()).toContain('↑ 10');
  });
});

describe('the screen', () => {
  it('is always lower than the terminal and no wider', () => {
    for (const [columns, rows] of [
      [40, 10],
      [80, 24],
      [20, 8],
      [200, 50],
    ] as const) {
      const bench = createScreenBench({ columns, rows });
      bench.events(snapshot);
      askAbout(bench, askedCommand('c1', 'echo 長い文字列 '.repeat(60)), askedCommand('c2', 'x'.repeat(500)));
      bench.events({ type: 'delta', scope: 'r1', kind: 'text', text: `${'word '.repeat(300)}\n`.repeat(20) });
      for (const keys of ['', '?', '\t', 'N', `${'long text '.repeat(80)}`]) {
        bench.wait(2000);
        bench.type(keys);
        const lines = bench.live().split('\n');
        expect(lines.length).toBeLessThan(rows);
      }
    }
  });

  it('opens the list of workstreams, filters it and goes on with the chosen one', () => {
    const bench = createScreenBench();
    bench.dispatch({
      type: 'pick',
      title: 'Workstreams',
      purpose: 'resume',
      rows: [
        { id: 'ws_a', title: 'Fix the parser', detail: '2m ago' },
        { id: 'ws_b', title: 'Write the docs', detail: '3h ago' },
      ],
    });
    bench.type('docs');
    expect(bench.live()).toMatchInlineSnapshot(`
      "
      Workstreams  docs
      ▸ Write the docs                                 3h ago
        ↑↓ choose · Enter take · Esc back
        looking for a model … · ~/project · no isolation · ready · ? for keys"
    `);
    bench.type('\r');
    expect(bench.takeEffects()).toEqual([{ type: 'open-workstream', id: 'ws_b' }]);
  });
});
