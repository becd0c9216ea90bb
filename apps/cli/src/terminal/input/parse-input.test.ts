import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InputEvent, keyName } from './key.ts';
import { bindings } from './key-bindings.ts';
import { createInputParser } from './parse-input.ts';

const parse = (...pieces: readonly string[]): readonly InputEvent[] => {
  const parser = createInputParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.flush()];
};
const names = (...pieces: readonly string[]): readonly string[] =>
  parse(...pieces).map((event) => (event.type === 'key' ? keyName(event.key) : event.type));

describe('input of a terminal', () => {
  it.each([
    ['letters', 'aZ', ['a', 'Z']],
    ['controls', '\x01\x03\r\n\t\x7f', ['ctrl+a', 'ctrl+c', 'enter', 'ctrl+j', 'tab', 'backspace']],
    ['cursor keys in both forms', '\x1b[A\x1bOB\x1b[H\x1b[F', ['up', 'down', 'home', 'end']],
    ['modified cursor keys', '\x1b[1;5C\x1b[1;3D\x1b[1;2A', ['ctrl+right', 'alt+left', 'shift+up']],
    ['numbered keys', '\x1b[3~\x1b[5~\x1b[6~\x1b[Z', ['delete', 'pageup', 'pagedown', 'shift+tab']],
    ['Alt with a key', '\x1bb\x1b\r\x1b\x7f', ['alt+b', 'alt+enter', 'alt+backspace']],
    ['the key protocol', '\x1b[13;2u\x1b[99;5u\x1b[27;2;13~\x1b[97;2u', ['shift+enter', 'ctrl+c', 'shift+enter', 'A']],
    ['a lone Escape', '\x1b', ['escape']],
    ['characters of more than one unit', 'é😀', ['é', '😀']],
    ['sequences that nobody knows', '\x1b[?62;22c\x1b[12;5R\x1b]0;title\x07x', ['x']],
  ])('understands %s', (_what, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('understands what is cut anywhere, pastes included', () => {
    const text = 'a\x1b[1;5C\x1b[200~two\r\nlines \x1b[A\x1b[201~z';
    const whole = parse(text);
    for (let cut = 1; cut < text.length; cut += 1) expect(parse(text.slice(0, cut), text.slice(cut))).toEqual(whole);
    expect(whole[2]).toEqual({ type: 'paste', text: 'two\nlines \x1b[A' });
  });

  it('tells when the window is turned to and away from', () => {
    expect(parse('\x1b[I\x1b[O')).toEqual([
      { type: 'focus', isFocused: true },
      { type: 'focus', isFocused: false },
    ]);
  });

  it('reads the background that the terminal tells', () => {
    expect(parse('\x1b]11;rgb:ffff/8080/0000\x1b\\')).toMatchObject([{ type: 'background', red: 1, blue: 0 }]);
  });

  it('never writes a control, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\x1b', '[', ']', 'O', '1', ';', '~', 'u', 'A', 'x', '\x07', '\x9b', '<')),
        (chars) => {
          for (const event of parse(chars.join('')))
            if (event.type === 'key') expect([...event.key.text].every((char) => char >= ' ')).toBe(true);
        },
      ),
    );
  });
});

describe('the table of keys', () => {
  it('has each key once in each place', () => {
    const all = bindings.flatMap(({ context, keys }) => keys.map((key) => `${context} ${key}`));
    expect(all).toEqual([...new Set(all)]);
  });
});
