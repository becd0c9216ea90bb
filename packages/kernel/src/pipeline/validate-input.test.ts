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

  it('shows the expected shape', () => {
    const validated = validateInput({}, tool);
    expect(validated.status === 'invalid' && validated.failure.nextStep).toMatchInlineSnapshot(
      `"Send the arguments in the form {"path": string, "offset"?: integer, "deep"?: boolean, "edits"?: [{"old": string}, …]}"`,
    );
  });
});
