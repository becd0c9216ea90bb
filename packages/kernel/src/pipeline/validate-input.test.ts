import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { textOutcome } from '../tool/result.ts';
import { validateInput } from './validate-input.ts';

const tool = defineTool({
  name: 'read_file',
  description: 'reads',
  input: z.strictObject({
    path: z.string(),
    offset: z.int().min(1).optional(),
    deep: z.boolean().optional(),
    edits: z.array(z.strictObject({ old: z.string() })).optional(),
  }),
  meta: {
    effects: 'read',
    primaryKey: 'path',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: true,
    aliases: { file_path: 'path', filename: 'path', start_line: 'offset' },
  },
  prepare: () => ({ status: 'ready', header: 'x', plan: {}, needsApproval: false }),
  execute: async () => textOutcome(''),
});

const messageOf = (value: Record<string, unknown>): string => {
  const validated = validateInput(value, tool);
  return validated.status === 'invalid' ? validated.failure.message : 'valid';
};

describe('validateInput', () => {
  it('takes numbers and booleans that were sent as their own text, and says so', () => {
    expect(validateInput({ path: 'a', offset: '12', deep: 'true' }, tool)).toMatchInlineSnapshot(`
      {
        "args": {
          "deep": true,
          "offset": 12,
          "path": "a",
        },
        "input": {
          "deep": true,
          "offset": 12,
          "path": "a",
        },
        "notes": [
          ""offset" was sent as text and taken as the number 12.",
          ""deep" was sent as text and taken as the boolean true.",
        ],
        "status": "valid",
      }
    `);
  });

  it.each([
    ['a missing parameter', {}, 'read_file: "path" is missing'],
    ['an unknown one', { path: 'a', limit: 3 }, 'read_file: unknown "limit"'],
    ['a wrong type', { path: 3 }, 'read_file: "path" expected string, received number'],
    ['a text that is no number', { path: 'a', offset: 'last' }, 'read_file: "offset" expected number, received string'],
    ['a fraction', { path: 'a', offset: '1.5' }, 'read_file: "offset" expected number, received string'],
    ['a number out of bounds', { path: 'a', offset: 0 }, 'read_file: "offset" Too small: expected number to be >=1'],
    [
      'a wrong member deep inside',
      { path: 'a', edits: [{ old: 1 }] },
      'read_file: "edits.0.old" expected string, received number',
    ],
  ])('says what is wrong with %s', (_what, value, message) => {
    expect(messageOf(value)).toBe(message);
  });

  it('takes a parameter under another name, says so, and shows rules the name that it has', () => {
    expect(validateInput({ file_path: 'a', start_line: 3 }, tool)).toEqual({
      status: 'valid',
      input: { path: 'a', offset: 3 },
      args: { path: 'a', offset: 3 },
      notes: ['"file_path" was taken as "path".', '"start_line" was taken as "offset".'],
    });
  });

  it('shows rules the value that is taken, not the text that was sent for it', () => {
    const validated = validateInput({ path: 'a', deep: 'true' }, tool);
    expect(validated.status === 'valid' && validated.args).toEqual({ path: 'a', deep: true });
  });

  it.each([
    ['its own name and another one', { path: 'a', file_path: 'b' }, 'read_file: unknown "file_path"'],
    ['two other names', { file_path: 'a', filename: 'b' }, 'read_file: unknown "filename"'],
    ['a name that every object has', { path: 'a', constructor: 1 }, 'read_file: unknown "constructor"'],
    ['another such name', { path: 'a', toString: 'x' }, 'read_file: unknown "toString"'],
    [
      'the name of the prototype',
      JSON.parse('{"path":"a","__proto__":{"deep":true}}'),
      'read_file: unknown "__proto__"',
    ],
  ])('takes no value for another where %s is given', (_what, value, message) => {
    expect(messageOf(value)).toBe(message);
  });

  it('shows the expected shape', () => {
    const validated = validateInput({}, tool);
    expect(validated.status === 'invalid' && validated.failure.nextStep).toMatchInlineSnapshot(
      `"Send the arguments in the form {"path": string, "offset"?: integer, "deep"?: boolean, "edits"?: [{"old": string}, …]}"`,
    );
  });
});
