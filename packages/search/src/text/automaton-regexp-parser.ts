import { illegalArgument } from '../error/es-error.ts';
import { maxCodePoint } from './automaton-nfa.ts';

/** The optional operators of Lucene's regular expressions, as bits. */
export const regexpFlags = {
  NONE: 0,
  INTERSECTION: 1,
  COMPLEMENT: 2,
  EMPTY: 4,
  ANYSTRING: 8,
  AUTOMATON: 16,
  INTERVAL: 32,
  ALL: 0xff,
} as const;

/** Reads `flags` of a request: names joined by `|`, in any case. */
export const parseRegexpFlags = (text: string): number => {
  if (text === '') return regexpFlags.ALL;
  let bits = 0;
  for (const part of text.split('|')) {
    const name = part.trim() === '' ? part : part.toUpperCase();
    if (name === '') continue;
    const bit = Object.hasOwn(regexpFlags, name) ? regexpFlags[name as keyof typeof regexpFlags] : undefined; // proven by hasOwn
    if (bit === undefined) throw illegalArgument(`Unknown regexp flag [${part}]`);
    // A later NONE or ALL ends the list, as in Elasticsearch.
    if (name === 'NONE') return regexpFlags.NONE;
    if (name === 'ALL') return regexpFlags.ALL;
    bits |= bit;
  }
  return bits;
};

export type RegexpNode =
  | { readonly kind: 'ranges'; readonly pairs: readonly number[]; readonly foldable: boolean }
  | { readonly kind: 'class'; readonly parts: readonly RegexpNode[]; readonly negated: boolean }
  | { readonly kind: 'literal'; readonly codePoints: readonly number[] }
  | { readonly kind: 'concat' | 'union' | 'intersection'; readonly parts: readonly RegexpNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexpNode; readonly min: number; readonly max: number | undefined }
  | { readonly kind: 'complement'; readonly part: RegexpNode }
  | { readonly kind: 'interval'; readonly min: number; readonly max: number; readonly digits: number }
  | { readonly kind: 'anyString' | 'nothing' | 'emptyString' };

const digit = [48, 57];
const space = [9, 10, 13, 13, 32, 32];
const word = [48, 57, 65, 90, 95, 95, 97, 122];

const outside = (pairs: readonly number[]): number[] => {
  const out: number[] = [];
  let next = 0;
  for (let index = 0; index < pairs.length; index += 2) {
    const low = pairs[index] ?? 0;
    if (low > next) out.push(next, low - 1);
    next = (pairs[index + 1] ?? 0) + 1;
  }
  out.push(next, maxCodePoint);
  return out;
};

const predefined: ReadonlyMap<number, readonly number[]> = new Map([
  [0x64, digit],
  [0x44, outside(digit)],
  [0x73, space],
  [0x53, outside(space)],
  [0x77, word],
  [0x57, outside(word)],
]);

/** Lucene's regular expression as a tree. Positions in messages count UTF-16 units, as Lucene's do. */
export const parseRegexp = (source: string, flags: number): RegexpNode => {
  if (source === '') return { kind: 'literal', codePoints: [] };
  let position = 0;
  let depth = 0;
  const more = (): boolean => position < source.length;
  const peek = (characters: string): boolean => more() && characters.includes(source.charAt(position));
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const next = (): number => {
    if (!more()) throw illegalArgument('unexpected end-of-string');
    const codePoint = source.codePointAt(position) ?? 0;
    position += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  };
  const match = (character: string): boolean => {
    if (!more() || source.charAt(position) !== character) return false;
    position += 1;
    return true;
  };
  const expect = (character: string): void => {
    if (!match(character)) throw illegalArgument(`expected '${character}' at position ${position}`);
  };
  const number = (): number | undefined => {
    const start = position;
    while (peek('0123456789')) position += 1;
    return start === position ? undefined : Number(source.slice(start, position));
  };
  const join = (kind: 'concat' | 'union' | 'intersection', parts: readonly RegexpNode[]): RegexpNode =>
    parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind, parts };

  const union = (): RegexpNode => {
    depth += 1;
    if (depth > 500) throw illegalArgument('regular expression is nested too deeply: at most 500 levels');
    const parts = [inter()];
    while (match('|')) parts.push(inter());
    depth -= 1;
    return join('union', parts);
  };
  const inter = (): RegexpNode => {
    const parts = [concat()];
    while (has(regexpFlags.INTERSECTION) && match('&')) parts.push(concat());
    return join('intersection', parts);
  };
  const concat = (): RegexpNode => {
    const parts = [repeat()];
    while (more() && !peek(')|') && !(has(regexpFlags.INTERSECTION) && peek('&'))) parts.push(repeat());
    return join('concat', parts);
  };
  const repeat = (): RegexpNode => {
    let part = complement();
    for (;;) {
      if (match('?')) part = { kind: 'repeat', part, min: 0, max: 1 };
      else if (match('*')) part = { kind: 'repeat', part, min: 0, max: undefined };
      else if (match('+')) part = { kind: 'repeat', part, min: 1, max: undefined };
      else if (match('{')) {
        const min = number();
        if (min === undefined) throw illegalArgument(`integer expected at position ${position}`);
        const max = match(',') ? number() : min;
        expect('}');
        if (max !== undefined && max < min) {
          throw illegalArgument(`invalid repetition range(out of order): ${min}..${max}`);
        }
        part = { kind: 'repeat', part, min, max };
      } else return part;
    }
  };
  const complement = (): RegexpNode => {
    let count = 0;
    while (has(regexpFlags.COMPLEMENT) && match('~')) count += 1;
    const part = characterClass();
    return count % 2 === 1 ? { kind: 'complement', part } : part;
  };
  const characterClass = (): RegexpNode => {
    if (!match('[')) return simple();
    const negated = match('^');
    const parts = [classPart()];
    while (more() && !peek(']')) parts.push(classPart());
    expect(']');
    return { kind: 'class', parts, negated };
  };
  const predefinedClass = (): RegexpNode | undefined => {
    if (!peek('\\')) return undefined;
    const letter = source.charCodeAt(position + 1);
    const pairs = predefined.get(letter);
    if (pairs === undefined) {
      if (!/^[a-zA-Z]$/.test(source.charAt(position + 1))) return undefined;
      throw illegalArgument(`invalid character class \\${letter}`);
    }
    position += 2;
    return { kind: 'ranges', pairs, foldable: false };
  };
  const character = (): number => {
    match('\\');
    return next();
  };
  const classPart = (): RegexpNode => {
    const known = predefinedClass();
    if (known !== undefined) return known;
    const low = character();
    if (!match('-')) return { kind: 'ranges', pairs: [low, low], foldable: true };
    const high = character();
    if (low > high) throw illegalArgument(`invalid range: from (${low}) cannot be > to (${high})`);
    return { kind: 'ranges', pairs: [low, high], foldable: false };
  };
  const simple = (): RegexpNode => {
    if (match('.')) return { kind: 'ranges', pairs: [0, maxCodePoint], foldable: false };
    if (has(regexpFlags.EMPTY) && match('#')) return { kind: 'nothing' };
    if (has(regexpFlags.ANYSTRING) && match('@')) return { kind: 'anyString' };
    if (match('"')) {
      const start = position;
      while (more() && !peek('"')) next();
      expect('"');
      const text = source.slice(start, position - 1);
      return { kind: 'literal', codePoints: Array.from(text, (letter) => letter.codePointAt(0) ?? 0) };
    }
    if (match('(')) {
      if (match(')')) return { kind: 'emptyString' };
      const inner = union();
      expect(')');
      return inner;
    }
    if ((has(regexpFlags.AUTOMATON) || has(regexpFlags.INTERVAL)) && match('<')) return interval();
    const known = predefinedClass();
    if (known !== undefined) return known;
    const codePoint = character();
    return { kind: 'ranges', pairs: [codePoint, codePoint], foldable: true };
  };
  const interval = (): RegexpNode => {
    const start = position;
    while (more() && !peek('>')) next();
    expect('>');
    const text = source.slice(start, position - 1);
    if (!text.includes('-')) {
      if (!has(regexpFlags.AUTOMATON)) throw illegalArgument(`interval syntax error at position ${position - 1}`);
      throw illegalArgument(`'${text}' not found`);
    }
    if (!has(regexpFlags.INTERVAL)) throw illegalArgument(`illegal identifier at position ${position - 1}`);
    const bounds = /^(\d+)-(\d+)$/.exec(text);
    const [low, high] = [bounds?.[1] ?? '', bounds?.[2] ?? ''];
    if (bounds === null || Number(low) > 2147483647 || Number(high) > 2147483647) {
      throw illegalArgument(`interval syntax error at position ${position - 1}`, {
        causedBy: { type: 'number_format_exception', status: 400, reason: notANumber(text) },
      });
    }
    return {
      kind: 'interval',
      min: Math.min(Number(low), Number(high)),
      max: Math.max(Number(low), Number(high)),
      digits: low.length === high.length ? low.length : 0,
    };
  };

  const tree = union();
  if (more()) throw illegalArgument(`end-of-string expected at position ${position}`);
  return tree;
};

const notANumber = (interval: string): string => {
  const wrong = interval.split('-').find((part) => !/^\d+$/.test(part) || Number(part) > 2147483647);
  return `For input string: "${wrong ?? interval}"`;
};
