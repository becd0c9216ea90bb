import { describe, expect, it } from 'vitest';
import { recordedEvents } from '../../testing/recorded-events.fixture.ts';
import { createScreenBench, snapshot } from '../../testing/screen.fixture.ts';

describe('a conversation', () => {
  it('shows a recorded turn', () => {
    const bench = createScreenBench();
    bench.events(...recordedEvents('turn.jsonl'));
    expect(bench.printed()).toMatchInlineSnapshot(`
      "› go

      ✻ Let me look

      ● I'll look first.

      ✓ Read a.txt  3 lines
      ✓ Search for "two" in .  1 match in 1 file
      ✓ Read .
        ./ has 2 entries:
        .git/
        a.txt  14 bytes

      ✓ Edit a.txt (+2 −1)
        1   one
        2 - two
        2 + TWO
        3 + and half
        4   three

      ✗ $ for i in 1 2 3; do echo line $i; done; ls nope  exit 2
        line 1
        line 2
        line 3
        ls: cannot access 'nope': No such file or directory

      ✓ Create b.txt (1 lines)
        1 + hello

      ✓ Time in UTC
        Time zone  Time                               Next change
        UTC        Monday, 2026-11-30T23:45:00+00:00  –

      ✗ Read nope
        there is no file nope
        Check the path; read_file . lists what is there

      ● Done.

        a  b
        ─  ─
        1  2
        0.3s · 4 rounds · ↑ 9.2k ↓ 96 tokens · 2 files changed (/undo)"
    `);
  });

  it('is the same for a reader who joins at the end and sees no live event', () => {
    const live = createScreenBench();
    const late = createScreenBench();
    const events = recordedEvents('turn.jsonl');
    for (const event of events) live.events(event);
    late.events(...events.filter(({ type }) => type === 'record'), snapshot);
    expect(late.printed(true)).toBe(live.printed(true));
    expect(late.screen.conversation.usage).toEqual(live.screen.conversation.usage);
  });

  it('takes a record once, however often it comes', () => {
    const bench = createScreenBench();
    const events = recordedEvents('turn.jsonl');
    bench.events(...events);
    const printed = bench.printed();
    bench.events(...events.filter(({ type }) => type === 'record'));
    expect(bench.printed()).toBe(printed);
  });

  it('prints blocks of an answer as soon as they cannot change, and nothing twice', () => {
    const bench = createScreenBench();
    const text = 'First block.\n\nSecond **block**.\n\n- one\n- two\n';
    bench.record('input.received', { type: 'message', inputId: 'in', parts: [{ type: 'text', text: 'go' }] });
    bench.record('turn.started', { scope: 'r1', inputs: ['in'], caller: 'model' });
    for (const char of text.slice(0, 40)) bench.events({ type: 'delta', scope: 'r1', kind: 'text', text: char });
    expect(bench.printed()).toMatchInlineSnapshot(`
      "› go

      ● First block.

        Second block."
    `);
    expect(bench.live()).toMatchInlineSnapshot(`
      "
        • one
        • 

      ⠋ Answering · 0s · esc to interrupt

      › what you write now is queued
        looking for a model … · ~/project · no isolation · ready"
    `);
    bench.record('model.replied', {
      scope: 'r1',
      lane: 'fast',
      model: 'm',
      parts: [{ type: 'text', text }],
      stopReason: 'end',
      usage: { inputTokens: 10, outputTokens: 5 },
      durationMs: 1,
    });
    expect(bench.printed()).toMatchInlineSnapshot(`
      "› go

      ● First block.

        Second block.

        • one
        • two"
    `);
  });

  it('prints a code block that does not end in parts, and what follows it as text', () => {
    const bench = createScreenBench();
    const text = `\`\`\`js\n${'const x = 1; // a line of code\n'.repeat(2500)}\`\`\`\n\nThe end.\n`;
    bench.record('input.received', { type: 'message', inputId: 'in', parts: [{ type: 'text', text: 'go' }] });
    bench.record('turn.started', { scope: 'r1', inputs: ['in'], caller: 'model' });
    for (let at = 0; at < text.length; at += 500)
      bench.events({ type: 'delta', scope: 'r1', kind: 'text', text: text.slice(at, at + 500) });
    bench.record('model.replied', {
      scope: 'r1',
      lane: 'fast',
      model: 'm',
      parts: [{ type: 'text', text }],
      stopReason: 'end',
      usage: { inputTokens: 10, outputTokens: 5 },
      durationMs: 1,
    });
    const printed = bench.printed();
    expect(printed.match(/▏ const x/g)).toHaveLength(2500);
    expect(printed.endsWith('\n\n  The end.')).toBe(true);
  });

  it('says that what was printed of a broken reply is void', () => {
    const bench = createScreenBench();
    bench.events({ type: 'delta', scope: 'r1', kind: 'text', text: 'Printed.\n\nNot yet' });
    bench.events({ type: 'reset', scope: 'r1' });
    expect(bench.printed()).toMatchInlineSnapshot(`
      "● Printed.

      · The reply broke off and is asked for again: the part above is void."
    `);
    expect(bench.screen.conversation.stream.text).toBe('');
  });

  it('bounds what it keeps of a running command', () => {
    const bench = createScreenBench();
    bench.record('input.received', {
      type: 'call',
      inputId: 'in',
      callId: 'c1',
      tool: 'bash',
      arguments: '{"command":"yes"}',
    });
    bench.record('turn.started', { scope: 'r1', inputs: ['in'], caller: 'person' });
    for (let n = 0; n < 2000; n += 1)
      bench.events({ type: 'output', callId: 'c1', stream: 'stdout', text: `${'y'.repeat(20)} ${n}\n` });
    const [card] = bench.screen.conversation.cards;
    expect(card?.output.tail.length).toBeLessThanOrEqual(8192);
    expect((card?.output.linesBefore ?? 0) + (card?.output.tail.split('\n').length ?? 0)).toBe(2001);
    expect(bench.live()).toContain('⋯ 1994 lines before');
  });
});
