import { renderFailure } from '@toolstone/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import { textOutcome } from '../tool/result.ts';
import { parseArguments } from './parse-call.ts';

const bash = defineTool({
  name: 'bash',
  description: 'runs a command',
  input: z.strictObject({ command: z.string(), timeout: z.int().optional(), mode: z.enum(['a', 'b']).optional() }),
  meta: {
    effects: 'exec',
    primaryKey: 'command',
    taskAgent: true,
    coordinator: false,
    interactive: true,
    autoApprove: false,
  },
  prepare: () => ({ status: 'ready', header: 'bash', plan: {}, needsApproval: true }),
  execute: async () => textOutcome(''),
});

const taken = (raw: string): unknown => {
  const parsed = parseArguments(raw, bash);
  return parsed.status === 'parsed' ? parsed.value : renderFailure(parsed.failure);
};

describe('parseArguments', () => {
  it('reads a JSON object as it stands and says nothing', () => {
    expect(parseArguments('{"command":"ls"}', bash)).toEqual({ status: 'parsed', value: { command: 'ls' } });
  });

  it.each(['ls -la', '"ls -la"'])('gives the bare string %j to the primary key', (raw) => {
    expect(taken(raw)).toEqual({ command: 'ls -la' });
  });

  it.each(['', ' ', 'null', '\uFEFF'])('takes %j as no arguments', (raw) => {
    expect(taken(raw)).toEqual({});
  });

  it('reads an object that was sent inside a string', () => {
    expect(taken(JSON.stringify('{"command":"ls"}'))).toEqual({ command: 'ls' });
  });

  it.each([
    ['a trailing comma', '{"command":"ls",}'],
    ['a code fence', '```json\n{"command":"ls"}\n```'],
    ['a comma before a bracket inside blanks', '{"command":"ls" , \n }'],
  ])('mends %s', (_what, raw) => {
    expect(parseArguments(raw, bash)).toMatchObject({
      status: 'parsed',
      value: { command: 'ls' },
      note: expect.stringContaining('mended'),
    });
  });

  it('mends raw line breaks and tabs inside a string without changing the text', () => {
    expect(taken('{"command":"a\n\tb"}')).toEqual({ command: 'a\n\tb' });
  });

  it('mends an escaped apostrophe and Python literals outside strings only', () => {
    expect(taken(String.raw`{"command":"it\'s True, None"}`)).toEqual({ command: "it's True, None" });
    expect(taken('{"command":"x","a":True,"b":None}')).toEqual({ command: 'x', a: true, b: null });
  });

  it('never completes a cut-off object, and shows the expected shape', () => {
    expect(taken('{"command":"rm -rf build')).toMatchInlineSnapshot(
      `"Error ARGUMENTS_INVALID: the arguments of bash are not one complete JSON object: {"command":"rm -rf build. Send them again, whole, in the form {"command": string, "timeout"?: integer, "mode"?: "a" | "b"}"`,
    );
  });

  it.each(['[1]', '3', 'true', '{"command":"a"}{"command":"b"}', '{"command": \\d}'])('refuses %s', (raw) => {
    expect(parseArguments(raw, bash).status).toBe('refused');
  });

  it('keeps typographic quotes in a command', () => {
    expect(taken('{"command":"echo “a” ‘b’ – c"}')).toEqual({ command: 'echo “a” ‘b’ – c' });
  });

  it('refuses a megabyte too much without quoting it', () => {
    const parsed = parseArguments(`{"command":"${'x'.repeat(9 * 1024 * 1024)}"}`, bash);
    expect(parsed.status === 'refused' && parsed.failure.message.length).toBeLessThan(200);
  });

  it('gives back every JSON object exactly', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        const parsed = parseArguments(text, bash);
        expect(parsed.status === 'parsed' && JSON.stringify(parsed.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('never throws, and never invents a parameter, whatever it is sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        (raw) => {
          const parsed = parseArguments(raw, bash);
          if (parsed.status === 'refused') expect(parsed.failure.nextStep).not.toBe('');
        },
      ),
    );
  });

  it('does not take a prefix of an object for the object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1 }), fc.nat(), (object, at) => {
        const text = JSON.stringify(object);
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(parseArguments(cut, bash).status).toBe('refused');
      }),
    );
  });
});
