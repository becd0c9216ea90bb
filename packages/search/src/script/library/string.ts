import { compileJavaRegex, type JavaRegex } from '../../text/java-regex.ts';
import { expand, groupText, replaceMatches, replaceWith, splitBy } from '../../text/java-regex-replace.ts';
import type { ClassTable } from '../runtime/java-class.ts';
import { charge, isPattern, type PatternState, patternAtRuntime } from '../runtime/pattern.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { toText } from '../runtime/to-text.ts';
import { character, integer, Opaque, ScriptFunction, ScriptList, type ScriptValue } from '../runtime/value.ts';
import { throwJava } from '../script-error.ts';
import { elementsOf } from './elements.ts';

const any = (value: ScriptValue): value is ScriptValue => value !== undefined;
const isText = (value: ScriptValue): value is string => typeof value === 'string';

const outOfBounds = (from: number, to: number, length: number): never =>
  throwJava('StringIndexOutOfBoundsException', `begin ${from}, end ${to}, length ${length}`);

const slice = (text: string, from: number, to: number): string =>
  from < 0 || to > text.length || from > to ? outOfBounds(from, to, text.length) : text.slice(from, to);

const letterOf = (value: ScriptValue): string =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Integer'
    ? String.fromCodePoint(value.value)
    : toText(value);

const list = (items: readonly string[], type = 'String[]'): ScriptList => new ScriptList([...items], type);

/** Java trims what is not above a space. */
const trim = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) <= 32) from += 1;
  while (to > from && text.charCodeAt(to - 1) <= 32) to -= 1;
  return text.slice(from, to);
};

const compareText = (a: string, b: string): number => {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

const grown = (text: string, runtime: Runtime): string => {
  runtime.grow(text.length);
  return text;
};

/** `String`, `CharSequence`, `Pattern`, `Matcher` and what goes with them. */
export const defineStrings = (table: ClassTable): void => {
  table.define('CharSequence', ['Comparable'], any, () => undefined);
  table.define('String', ['CharSequence'], isText, (c) => {
    c.create([], () => '');
    c.create(['def'], ([value]) =>
      value instanceof ScriptList ? value.items.map((item) => toText(item)).join('') : toText(value),
    );
    c.static('String', 'valueOf', ['def'], ([value]) =>
      value instanceof ScriptList && value.className === 'char[]'
        ? value.items.map((item) => toText(item)).join('')
        : toText(value),
    );
    c.static('String', 'copyValueOf', ['def'], ([value]) =>
      value instanceof ScriptList ? value.items.map((item) => toText(item)).join('') : toText(value),
    );
    c.static('String', 'join', ['String', 'def'], ([separator, values], runtime) =>
      grown(
        elementsOf(values)
          .map((item) => toText(item))
          .join(separator),
        runtime,
      ),
    );
    c.method('int', 'length', [], (self) => self.length);
    c.method('boolean', 'isEmpty', [], (self) => self === '');
    c.method('boolean', 'isBlank', [], (self) => self.trim() === '');
    c.method('char', 'charAt', ['int'], (self, [index]) =>
      index < 0 || index >= self.length
        ? throwJava('StringIndexOutOfBoundsException', `String index out of range: ${index}`)
        : self.charCodeAt(index),
    );
    c.method(
      'int',
      'codePointAt',
      ['int'],
      (self, [index]) =>
        self.codePointAt(index) ??
        throwJava('StringIndexOutOfBoundsException', `index ${index}, length ${self.length}`),
    );
    c.method('int', 'codePointCount', ['int', 'int'], (self, [from, to]) => [...slice(self, from, to)].length);
    c.method('int', 'compareTo', ['String'], (self, [other]) => compareText(self, other));
    c.method('int', 'compareToIgnoreCase', ['String'], (self, [other]) =>
      compareText(self.toUpperCase().toLowerCase(), other.toUpperCase().toLowerCase()),
    );
    c.method(
      'boolean',
      'equalsIgnoreCase',
      ['String'],
      (self, [other]) => self.toUpperCase().toLowerCase() === other.toUpperCase().toLowerCase(),
    );
    c.method('boolean', 'contains', ['String'], (self, [other]) => self.includes(other));
    c.method('boolean', 'contentEquals', ['String'], (self, [other]) => self === other);
    c.method('boolean', 'startsWith', ['String'], (self, [other]) => self.startsWith(other));
    c.method(
      'boolean',
      'startsWith',
      ['String', 'int'],
      (self, [other, from]) => from >= 0 && self.startsWith(other, from),
    );
    c.method('boolean', 'endsWith', ['String'], (self, [other]) => self.endsWith(other));
    c.method('int', 'indexOf', ['def'], (self, [other]) => self.indexOf(letterOf(other)));
    c.method('int', 'indexOf', ['def', 'int'], (self, [other, from]) => self.indexOf(letterOf(other), from));
    c.method('int', 'lastIndexOf', ['def'], (self, [other]) => self.lastIndexOf(letterOf(other)));
    c.method('int', 'lastIndexOf', ['def', 'int'], (self, [other, from]) =>
      from < 0 ? -1 : self.lastIndexOf(letterOf(other), from),
    );
    c.method('String', 'substring', ['int'], (self, [from]) => slice(self, from, self.length));
    c.method('String', 'substring', ['int', 'int'], (self, [from, to]) => slice(self, from, to));
    c.method('String', 'subSequence', ['int', 'int'], (self, [from, to]) => slice(self, from, to));
    c.method('String', 'toLowerCase', [], (self) => self.toLowerCase());
    c.method('String', 'toUpperCase', [], (self) => self.toUpperCase());
    c.method('String', 'toLowerCase', ['def'], (self) => self.toLowerCase());
    c.method('String', 'toUpperCase', ['def'], (self) => self.toUpperCase());
    c.method('String', 'trim', [], trim);
    c.method('String', 'strip', [], (self) => self.trim());
    c.method('String', 'concat', ['String'], (self, [other], runtime) => grown(self + other, runtime));
    c.method('String', 'repeat', ['int'], (self, [count], runtime) => {
      if (count < 0) return throwJava('IllegalArgumentException', `count is negative: ${count}`);
      runtime.grow(self.length * count);
      return self.repeat(count);
    });
    c.method('String', 'replace', ['def', 'def'], (self, [from, to], runtime) => {
      const [old, next] = [toText(from), toText(to)];
      const pieces = self.split(old);
      runtime.grow(self.length + pieces.length * next.length);
      return old === '' ? next + [...self].map((letter) => letter + next).join('') : pieces.join(next);
    });
    c.method('String', 'replaceAll', ['def', 'def'], (self, [pattern, replacement], runtime) =>
      replaceIn(self, pattern, replacement, false, runtime),
    );
    c.method('String', 'replaceFirst', ['def', 'def'], (self, [pattern, replacement], runtime) =>
      replaceIn(self, pattern, replacement, true, runtime),
    );
    c.method(
      'boolean',
      'matches',
      ['String'],
      (self, [pattern], runtime) => compileJavaRegex(pattern).exec(self, 0, 'matches', charge(runtime)) !== undefined,
    );
    c.method('def', 'split', ['String'], (self, [pattern], runtime) =>
      list(splitBy(patternAtRuntime(pattern).state.regex, self, 0, charge(runtime))),
    );
    c.method('def', 'split', ['String', 'int'], (self, [pattern, limit], runtime) =>
      list(splitBy(patternAtRuntime(pattern).state.regex, self, limit, charge(runtime))),
    );
    c.method('def', 'splitOnToken', ['String'], (self, [token], runtime) =>
      list(grownParts(self.split(token), runtime)),
    );
    c.method('def', 'splitOnToken', ['String', 'int'], (self, [token, limit], runtime) => {
      const parts = grownParts(self.split(token), runtime);
      if (limit <= 0 || parts.length <= limit) return list(parts);
      return list([...parts.slice(0, limit - 1), parts.slice(limit - 1).join(token)]);
    });
    c.method('def', 'toCharArray', [], (self, _, runtime) => {
      runtime.grow(self.length);
      return new ScriptList(
        Array.from({ length: self.length }, (__, index) => character(self.charCodeAt(index))),
        'char[]',
      );
    });
    c.method(
      'def',
      'chars',
      [],
      (self) =>
        new Opaque('Stream', {
          items: Array.from({ length: self.length }, (_, index) => integer(self.charCodeAt(index))),
          kind: 'int',
        }),
    );
    c.method('String', 'encodeBase64', [], (self) => btoa(String.fromCharCode(...new TextEncoder().encode(self))));
    c.method('String', 'decodeBase64', [], (self) =>
      new TextDecoder().decode(Uint8Array.from(atob(self), (letter) => letter.charCodeAt(0))),
    );
    c.constant(
      'CASE_INSENSITIVE_ORDER',
      new ScriptFunction(2, (a, b) =>
        integer(compareText(toText(a ?? null).toLowerCase(), toText(b ?? null).toLowerCase())),
      ),
    );
  });
  table.define('Locale', ['Object'], any, (c) => {
    for (const name of ['ROOT', 'ENGLISH', 'US', 'UK', 'GERMAN', 'GERMANY', 'FRENCH', 'FRANCE'])
      c.constant(name, new Opaque('Locale', name));
  });
  definePatterns(table);
};

const grownParts = (parts: string[], runtime: Runtime): string[] => {
  runtime.grow(parts.length);
  return parts;
};

const replaceIn = (
  self: string,
  pattern: ScriptValue,
  replacement: ScriptValue,
  onlyFirst: boolean,
  runtime: Runtime,
): string => {
  const regex = isPattern(pattern) ? pattern.state.regex : patternAtRuntime(toText(pattern)).state.regex;
  if (replacement instanceof ScriptFunction) {
    return grown(
      replaceWith(
        regex,
        self,
        (match) => expand(regex, self, match, toText(replacement.invoke(matcherAt(regex, self, match)))),
        onlyFirst,
        charge(runtime),
      ),
      runtime,
    );
  }
  return grown(replaceMatches(regex, self, toText(replacement), onlyFirst, charge(runtime)), runtime);
};

interface MatcherState {
  readonly regex: JavaRegex;
  readonly input: string;
  match: Int32Array | undefined;
  from: number;
}

const matcherAt = (regex: JavaRegex, input: string, match: Int32Array | undefined): Opaque<MatcherState> =>
  new Opaque('Matcher', { regex, input, match, from: 0 });

const isMatcher = (value: ScriptValue): value is Opaque<MatcherState> =>
  value instanceof Opaque && value.className === 'Matcher';

const matched = (state: MatcherState): Int32Array =>
  state.match ?? throwJava('IllegalStateException', 'No match available');

const groupIndex = (state: MatcherState, group: ScriptValue): number => {
  if (typeof group === 'string')
    return state.regex.groupNames.get(group) ?? throwJava('IllegalArgumentException', `No group with name <${group}>`);
  const index = typeof group === 'object' && group !== null && 'value' in group ? Number(group.value) : -1;
  return index >= 0 && index <= state.regex.groupCount
    ? index
    : throwJava('IndexOutOfBoundsException', `No group ${index}`);
};

const flagBits = {
  CASE_INSENSITIVE: 2,
  COMMENTS: 4,
  MULTILINE: 8,
  LITERAL: 16,
  DOTALL: 32,
  UNICODE_CASE: 64,
  UNICODE_CHARACTER_CLASS: 256,
};

const definePatterns = (table: ClassTable): void => {
  const has = (flags: number, name: keyof typeof flagBits): boolean => (flags & flagBits[name]) !== 0;
  const isState = (value: ScriptValue): value is Opaque<PatternState> => isPattern(value);
  table.define('Pattern', ['Object'], isState, (c) => {
    for (const [name, bit] of Object.entries(flagBits)) c.constant(name, integer(bit));
    c.static('def', 'compile', ['String'], ([source]) => patternAtRuntime(source));
    c.static('def', 'compile', ['String', 'int'], ([source, flags]) =>
      patternAtRuntime(source, {
        caseInsensitive: has(flags, 'CASE_INSENSITIVE'),
        comments: has(flags, 'COMMENTS'),
        multiline: has(flags, 'MULTILINE'),
        literal: has(flags, 'LITERAL'),
        dotAll: has(flags, 'DOTALL'),
        unicodeCase: has(flags, 'UNICODE_CASE'),
        unicodeClasses: has(flags, 'UNICODE_CHARACTER_CLASS'),
      }),
    );
    c.static('String', 'quote', ['String'], ([text]) => `\\Q${text}\\E`);
    c.static(
      'boolean',
      'matches',
      ['String', 'String'],
      ([source, text], runtime) =>
        patternAtRuntime(source).state.regex.exec(text, 0, 'matches', charge(runtime)) !== undefined,
    );
    c.method('String', 'pattern', [], (self) => self.state.regex.source);
    c.method('def', 'matcher', ['String'], (self, [text]) => matcherAt(self.state.regex, text, undefined));
    c.method('def', 'split', ['String'], (self, [text], runtime) =>
      list(splitBy(self.state.regex, text, 0, charge(runtime))),
    );
    c.method('def', 'split', ['String', 'int'], (self, [text, limit], runtime) =>
      list(splitBy(self.state.regex, text, limit, charge(runtime))),
    );
    c.method(
      'def',
      'splitAsStream',
      ['String'],
      (self, [text], runtime) =>
        new Opaque('Stream', { items: splitBy(self.state.regex, text, 0, charge(runtime)), kind: 'object' }),
    );
    c.method(
      'Function',
      'asPredicate',
      [],
      (self, _, runtime) =>
        new ScriptFunction(
          1,
          (text) => self.state.regex.exec(toText(text ?? null), 0, 'find', charge(runtime)) !== undefined,
        ),
    );
  });
  table.define('Matcher', ['Object'], isMatcher, (c) => {
    c.method('boolean', 'matches', [], ({ state }, _, runtime) => {
      state.match = state.regex.exec(state.input, 0, 'matches', charge(runtime));
      return state.match !== undefined;
    });
    c.method('boolean', 'lookingAt', [], ({ state }, _, runtime) => {
      state.match = state.regex.exec(state.input, 0, 'lookingAt', charge(runtime));
      return state.match !== undefined;
    });
    c.method('boolean', 'find', [], ({ state }, _, runtime) => {
      if (state.from > state.input.length) return false;
      state.match = state.regex.exec(state.input, state.from, 'find', charge(runtime));
      const end = state.match?.[1] ?? state.input.length;
      state.from = end > (state.match?.[0] ?? -1) ? end : end + 1;
      return state.match !== undefined;
    });
    c.method('boolean', 'find', ['int'], ({ state }, [from], runtime) => {
      state.match = state.regex.exec(state.input, from, 'find', charge(runtime));
      state.from = (state.match?.[1] ?? state.input.length) + (state.match?.[0] === state.match?.[1] ? 1 : 0);
      return state.match !== undefined;
    });
    c.method('def', 'group', [], ({ state }) => groupText(state.input, matched(state), 0) ?? null);
    c.method(
      'def',
      'group',
      ['def'],
      ({ state }, [group]) => groupText(state.input, matched(state), groupIndex(state, group)) ?? null,
    );
    c.method(
      'def',
      'namedGroup',
      ['String'],
      ({ state }, [group]) => groupText(state.input, matched(state), groupIndex(state, group)) ?? null,
    );
    c.method('int', 'groupCount', [], ({ state }) => state.regex.groupCount);
    c.method('int', 'start', [], ({ state }) => matched(state)[0] ?? -1);
    c.method('int', 'end', [], ({ state }) => matched(state)[1] ?? -1);
    c.method('int', 'start', ['def'], ({ state }, [group]) => matched(state)[groupIndex(state, group) * 2] ?? -1);
    c.method('int', 'end', ['def'], ({ state }, [group]) => matched(state)[groupIndex(state, group) * 2 + 1] ?? -1);
    c.method('String', 'replaceAll', ['def'], ({ state }, [text], runtime) =>
      replaceIn(state.input, patternOf(state), text, false, runtime),
    );
    c.method('String', 'replaceFirst', ['def'], ({ state }, [text], runtime) =>
      replaceIn(state.input, patternOf(state), text, true, runtime),
    );
    c.method('def', 'reset', [], (self) => {
      self.state.match = undefined;
      self.state.from = 0;
      return self;
    });
    c.method('boolean', 'hitEnd', [], ({ state }) => state.from >= state.input.length);
  });
};

const patternOf = (state: MatcherState): Opaque<PatternState> =>
  new Opaque('Pattern', { regex: state.regex, toText: () => state.regex.source });
