import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolNames, wireToolName } from './tool-names.ts';

describe('tool names on the wire', () => {
  test('a valid name stays as it is', () => {
    expect(wireToolName('read_file')).toBe('read_file');
    expect(wireToolName('mcp__github__get-issue')).toBe('mcp__github__get-issue');
  });

  test('other names are cleaned and told apart by a hash', () => {
    expect(
      ['mcp__a.b__c', 'mcp__a/b__c', '9lives', 'größe', '', 'x'.repeat(80)].map((n) => wireToolName(n)),
    ).toMatchInlineSnapshot(`
        [
          "mcp__a_b__c_bof4b5on",
          "mcp__a_b__c_ildu350o",
          "_9lives_2rd3sekn",
          "gr__e_33nh54qq",
          "tool_mhtyie2t",
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_natzb2md",
        ]
      `);
  });

  test('any set of names is valid, unique and reversible', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('a_b'))), (list) => {
        const names = createToolNames(list);
        const wire = [...new Set(list)].map((name) => names.toWire(name));
        expect(new Set(wire).size).toBe(wire.length);
        for (const name of wire) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
        for (const name of list) expect(names.fromWire(names.toWire(name))).toBe(name);
      }),
    );
  });

  test("a name that equals another tool's changed name does not take its place", () => {
    const changed = wireToolName('a.b');
    const names = createToolNames(['a.b', changed]);
    expect(names.toWire(changed)).toBe(changed);
    expect(names.toWire('a.b')).not.toBe(changed);
    expect(names.fromWire(names.toWire('a.b'))).toBe('a.b');
  });

  test('a call of an old message keeps its wire name when its tool is gone', () => {
    expect(createToolNames([]).toWire('a.b')).toBe(createToolNames(['a.b', 'c']).toWire('a.b'));
  });

  test('a name that stands for no tool is given back unchanged', () => {
    expect(createToolNames(['read_file']).fromWire('invented')).toBe('invented');
  });
});
