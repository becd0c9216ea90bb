// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, place } from './shell.fixture.ts';

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const plainText = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'));
/** No word of the shell and no program with a meaning here starts so. */
const name = fc.stringMatching(/^qq[a-z]{1,6}$/);

describe('any text', () => {
  it('never makes it throw', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '$(',
        ')',
        '`',
        '"',
        "'",
        '{',
        '}',
        ';',
        '&&',
        '|',
        '<<E\n',
        '>',
        '\n',
        'a ',
        '$x',
        '\\',
        '((',
        '[[',
        ']]',
        'if ',
        'do ',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { commands } = parse(pieces.join(''));
        expect(commands.every((command) => command.opaque || command.name !== null)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is quoted comes back as it was', () => {
    fc.assert(
      fc.property(name, fc.array(plainText, { maxLength: 6 }), (program, words) => {
        const { commands } = parse([program, ...words.map(quote)].join(' '));
        expect(commands).toHaveLength(1);
        expect(commands[0]).toMatchObject({ name: program, args: words, opaque: false });
      }),
    );
  });

  it('that is put together from commands gives every one of them', () => {
    const line = fc.letrec<{ line: { text: string; names: readonly string[] } }>((tie) => ({
      line: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name.map((text) => ({ text, names: [text] })),
        fc
          .tuple(tie('line'), fc.constantFrom(' | ', ' && ', ' || ', '; ', ' & ', '\n'), tie('line'))
          .map(([left, operator, right]) => ({
            text: left.text + operator + right.text,
            names: [...left.names, ...right.names],
          })),
        fc
          .tuple(
            fc.constantFrom(
              ['( ', ')'],
              ['{ ', '; }'],
              ['if ', '; then :; fi'],
              ['while ', '; do :; done'],
              ['echo "$( ', ')"'],
              ['cat <(', ')'],
              ['sudo sh -c "$( ', ')"'],
              ['X=$( ', ')'],
            ),
            tie('line'),
          )
          .map(([[open = '', close = ''], inner]) => ({ text: open + inner.text + close, names: inner.names })),
      ),
    })).line;
    fc.assert(
      fc.property(line, ({ text, names }) => {
        const { commands, syntaxError } = parse(text);
        expect(syntaxError).toBeUndefined();
        const found = commands.map((command) => command.name);
        for (const expected of names) expect(found).toContain(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('words', () => {
  it('are what bash makes of them', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ' ',
        "'a b'",
        '"c d"',
        '\\ ',
        "$'e\\n\\t\\x41'",
        '{f,g}',
        '{1..3}',
        '{a..c}',
        '{,h}',
        '"$"',
        '~',
        '=',
        '\\\\',
        '""',
        "''",
        ',',
        '{',
        '}',
        '..',
        '#',
        '“',
        '-',
      ),
      fc.stringMatching(/^[a-z0-9./:@%+_-]{1,4}$/),
    );
    const lines = fc.sample(
      fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join('')),
      { numRuns: 400, seed: 7 },
    );
    const cases = lines.flatMap((line) => {
      const [command, ...others] = parse(`x ${line}`).commands;
      return command && others.length === 0 && command.name === 'x' && !command.args.includes(null)
        ? [{ line, args: command.args }]
        : [];
    });
    expect(cases.length).toBeGreaterThan(200);
    const script = cases.map(({ line }) => `set -- ${line}\nprintf '%s\\0' "$#" "$@"`).join('\n');
    const options = {
      env: { HOME: place.home, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
      cwd: '/',
      encoding: 'utf8',
    } as const;
    const output = execFileSync('bash', ['--norc', '-f', '-c', script], options).split('\0');
    let at = 0;
    for (const { line, args } of cases) {
      const count = Number(output[at]);
      expect({ line, args: output.slice(at + 1, at + 1 + count) }).toEqual({ line, args });
      at += 1 + count;
    }
  });
});
