import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileJavaRegex, type JavaRegexFlags } from './java-regex.ts';
import { findAll, groupText, replaceMatches, splitBy } from './java-regex-replace.ts';

const groups = (pattern: string, input: string, flags: JavaRegexFlags = {}): unknown => {
  const regex = compileJavaRegex(pattern, flags);
  const match = regex.exec(input, 0, 'find');
  if (match === undefined) return undefined;
  return Array.from({ length: regex.groupCount + 1 }, (_, index) => groupText(input, match, index));
};

describe('Java regular expressions', () => {
  test('match with groups, lazy quantifiers and classes as Java does', () => {
    expect(groups('(a+)(b*)', 'xaab')).toEqual(['aab', 'aa', 'b']);
    expect(groups('<(.+?)>', '<a><b>')).toEqual(['<a>', 'a']);
    expect(groups('(a)|(b)', 'b')).toEqual(['b', undefined, 'b']);
    expect(groups('(?<year>\\d{4})-(?<month>\\d\\d)', 'on 2024-05')).toEqual(['2024-05', '2024', '05']);
    expect(groups('[a-z&&[^aeiou]]+', 'aeixyz')).toEqual(['xyz']);
    expect(groups('\\p{Lu}\\p{IsAlphabetic}+', 'der Öltank')).toEqual(['Öltank']);
    expect(groups('[^\\p{L}]+', 'ab12cd')).toEqual(['12']);
    expect(groups('(?i)STRA(?-i)ße', 'straße')).toEqual(['straße']);
    expect(groups('É', 'é', { caseInsensitive: true })).toBeUndefined();
    expect(groups('É', 'é', { caseInsensitive: true, unicodeCase: true })).toEqual(['é']);
    expect(groups('\\Qa.b\\E.', 'a.bc')).toEqual(['a.bc']);
    expect(groups('a # one\n b', 'ab', { comments: true })).toEqual(['ab']);
    expect(groups('^b$', 'a\nb\nc')).toBeUndefined();
    expect(groups('^b$', 'a\nb\nc', { multiline: true })).toEqual(['b']);
    expect(groups('c$', 'abc\n')).toEqual(['c']);
    expect(groups('a.b', 'a\nb')).toBeUndefined();
    expect(groups('a.b', 'a\nb', { dotAll: true })).toEqual(['a\nb']);
    expect(groups('.', '😀')).toEqual(['😀']);
    expect(groups('\\bcat\\b', 'concat cat')).toEqual(['cat']);
    expect(groups('a.b', 'xa.b', { literal: true })).toEqual(['a.b']);
    expect(groups('[]a]+', 'x]a')).toEqual([']a']);
  });

  test('split, replace and find all', () => {
    expect(splitBy(compileJavaRegex(','), 'a,b,,c,,')).toEqual(['a', 'b', '', 'c']);
    expect(splitBy(compileJavaRegex(','), 'a,b,,c,,', -1)).toEqual(['a', 'b', '', 'c', '', '']);
    expect(splitBy(compileJavaRegex(','), 'a,b,c', 2)).toEqual(['a', 'b,c']);
    expect(splitBy(compileJavaRegex(''), 'abc')).toEqual(['a', 'b', 'c']);
    expect(replaceMatches(compileJavaRegex('(?<x>\\w)(\\d)'), 'a1 b2', `$2\${x}\\$`)).toBe('1a$ 2b$');
    expect(replaceMatches(compileJavaRegex('x*'), 'axb', '-')).toBe('-a--b-');
    expect([...findAll(compileJavaRegex('a|ab'), 'abab')].map((match) => [...match])).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(compileJavaRegex('a|ab').exec('ab', 0, 'matches')).toEqual(Int32Array.of(0, 2));
  });

  test('refuse by name what needs backtracking and what is wrong', () => {
    const reason = (pattern: string): string => {
      try {
        compileJavaRegex(pattern);
        return 'accepted';
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    expect(
      ['(?=(a))', '(a)\\1', '(?>a)', 'a++', '(', '[a', '*', 'a{2,1}', ')', '\\y', '(a{1000}){1000}', '\\p{Foo}'].map(
        reason,
      ),
    ).toMatchInlineSnapshot(`
      [
        "A group within a lookaround is not supported: it needs backtracking near index 7 of regular expression [(?=(a))]",
        "A backreference is not supported: it needs backtracking near index 3 of regular expression [(a)\\1]",
        "An atomic group is not supported: it needs backtracking near index 3 of regular expression [(?>a)]",
        "A possessive quantifier is not supported: it needs backtracking near index 2 of regular expression [a++]",
        "Unclosed group near index 1 of regular expression [(]",
        "Unclosed character class near index 2 of regular expression [[a]",
        "Dangling meta character '*' near index 0 of regular expression [*]",
        "Illegal repetition range near index 6 of regular expression [a{2,1}]",
        "Unmatched closing ')' near index 0 of regular expression [)]",
        "Illegal/unsupported escape sequence near index 2 of regular expression [\\y]",
        "regular expression [(a{1000}){1000}] is too large: at most 20000 steps",
        "Unknown character property name {Foo} in regular expression [\\p{Foo}]",
      ]
    `);
  });

  test('agree with the matcher of the language on patterns that both read alike', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '(a)', '(b|ab)', '(?:a|)', '(a*)');
    const quantifier = fc.constantFrom('', '*', '+?', '?', '{1,2}', '*?');
    const pattern = fc
      .array(fc.tuple(atom, quantifier), { maxLength: 4 })
      .map((parts) => parts.map((part) => part.join('')).join(''));
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[abc]{0,6}$/), (source, input) => {
        const match = new RegExp(source).exec(input);
        const ours = compileJavaRegex(source).exec(input, 0, 'find');
        expect(ours?.subarray(0, 2)).toEqual(
          match === null ? undefined : Int32Array.of(match.index, match.index + match[0].length),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('take linear time where backtracking would never end', () => {
    const started = performance.now();
    expect(compileJavaRegex('(a+)+$').exec(`${'a'.repeat(20_000)}b`, 0, 'matches')).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
