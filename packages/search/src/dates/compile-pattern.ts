import { illegalArgument } from '../error/es-error.ts';
import type { FormatElement, NumberElement, NumberField, TextField, TextStyle } from './format-element.ts';

/** Compiles a pattern of `java.time.format.DateTimeFormatter`; refuses it with Elasticsearch's words. */
export function compilePattern(pattern: string): readonly FormatElement[] {
  const refuse = (why: string): never => {
    throw illegalArgument(`Invalid format: [${pattern}]: ${why}`, {
      causedBy: { type: 'illegal_argument_exception', status: 400, reason: why },
    });
  };
  // The open optional sections, outermost first.
  const stack: FormatElement[][] = [[]];
  let padWidth = 0;
  const push = (element: FormatElement): void => {
    stack.at(-1)?.push(padWidth > 0 ? { kind: 'pad', width: padWidth, element } : element);
    padWidth = 0;
  };
  for (let i = 0; i < pattern.length; ) {
    const character = pattern[i] ?? '';
    if (/[A-Za-z]/.test(character)) {
      let count = 1;
      while (pattern[i + count] === character) count++;
      i += count;
      if (character === 'p') padWidth = count;
      else push(elementOf(character, count) ?? refuse(complaint(character, count)));
    } else if (character === "'") {
      const [text, end] = quoted(pattern, i);
      if (text === undefined) refuse(`Pattern ends with an incomplete string literal: ${pattern}`);
      else push({ kind: 'literal', text });
      i = end;
    } else {
      i++;
      if (character === '[') stack.push([]);
      else if (character === ']') {
        const elements = stack.length > 1 ? stack.pop() : undefined;
        if (elements === undefined) refuse('Pattern invalid as it contains ] without previous [');
        else push({ kind: 'optional', elements: reserveWidths(elements) });
      } else if (/[{}#]/.test(character)) refuse(`Pattern includes reserved character: '${character}'`);
      else push({ kind: 'literal', text: character });
    }
  }
  while (stack.length > 1) {
    const elements = stack.pop() ?? [];
    push({ kind: 'optional', elements: reserveWidths(elements) });
  }
  return reserveWidths(stack[0] ?? []);
}

function quoted(pattern: string, start: number): [string | undefined, number] {
  let text = '';
  for (let i = start + 1; i < pattern.length; i++) {
    if (pattern[i] !== "'") text += pattern[i];
    else if (pattern[i + 1] === "'") {
      text += "'";
      i++;
    } else return [text === '' ? "'" : text, i + 1];
  }
  return [undefined, pattern.length];
}

const letters = 'uyYgMLdDhHkKmsSeEcaBGQqwWFnNAVvzOXxZ';

const complaint = (letter: string, count: number): string =>
  letters.includes(letter) && count > 1 ? `Too many pattern letters: ${letter}` : `Unknown pattern letter: ${letter}`;

/** A number as one pattern letter gives it: any width, and a minus. */
const loose = (field: NumberField, min = 1): NumberElement => ({ kind: 'number', field, min, max: 19, sign: 'normal' });

const exact = (field: NumberField, width: number): NumberElement => ({
  kind: 'number',
  field,
  min: width,
  max: width,
  sign: 'never',
});

const twoDigits: Readonly<Record<string, NumberField>> = {
  d: 'day',
  h: 'clockHourOfHalf',
  H: 'hour',
  k: 'clockHour',
  K: 'hourOfHalf',
  m: 'minute',
  s: 'second',
  w: 'week',
};

function elementOf(letter: string, count: number): FormatElement | undefined {
  const small = twoDigits[letter];
  if (small !== undefined) return count === 1 ? loose(small) : count === 2 ? exact(small, 2) : undefined;
  switch (letter) {
    case 'u':
      return yearOf('year', count);
    case 'y': {
      // A year of an era: there is none before 1.
      const year = yearOf('year', count);
      return year === undefined ? undefined : { ...year, least: 1 };
    }
    case 'Y':
      return yearOf('weekYear', count);
    case 'M':
    case 'L':
      return numberOrText('month', 'month', count);
    case 'Q':
    case 'q':
      return numberOrText('quarter', 'quarter', count);
    case 'D':
      if (count === 1) return loose('dayOfYear');
      return count <= 3 ? { kind: 'number', field: 'dayOfYear', min: count, max: 3, sign: 'never' } : undefined;
    case 'W':
      return count === 1 ? loose('weekOfMonth') : undefined;
    case 'F':
      return count === 1 ? loose('alignedWeekOfMonth') : undefined;
    case 'E':
      return textOf('weekday', Math.max(3, count));
    case 'e':
    case 'c':
      if (letter === 'c' && count === 2) return undefined;
      return count <= 2 ? (count === 1 ? exact('weekday', 1) : exact('weekday', 2)) : textOf('weekday', count);
    case 'a':
      return count === 1 ? { kind: 'text', field: 'half', style: 'short' } : undefined;
    case 'B':
      return count === 1 || count === 4 || count === 5 ? { kind: 'text', field: 'half', style: 'short' } : undefined;
    case 'G':
      return textOf('era', Math.max(3, count));
    case 'S':
      return count <= 9 ? { kind: 'fraction', min: count, max: count, points: '' } : undefined;
    case 'n':
      return loose('nano', count);
    case 'A':
      return { ...loose('milliOfDay', count), sign: 'never' };
    case 'N':
      return { ...loose('nanoOfDay', count), sign: 'never' };
    default:
      return zoneOf(letter, count);
  }
}

function yearOf(field: 'year' | 'weekYear', count: number): NumberElement | undefined {
  if (count === 1) return loose(field);
  if (count === 2) return { ...exact(field, 2), base: 2000 };
  if (count > 19) return undefined;
  return { kind: 'number', field, min: count, max: 19, sign: count < 4 ? 'normal' : 'exceeds' };
}

const numberOrText = (field: 'month' | 'quarter', text: TextField, count: number): FormatElement | undefined =>
  count === 1 ? loose(field) : count === 2 ? exact(field, 2) : textOf(text, count);

function textOf(field: TextField, count: number): FormatElement | undefined {
  const style = ([undefined, undefined, undefined, 'short', 'full', 'narrow'] as const)[count] satisfies
    | TextStyle
    | undefined;
  return style === undefined ? undefined : { kind: 'text', field, style };
}

function zoneOf(letter: string, count: number): FormatElement | undefined {
  switch (letter) {
    case 'V':
      return count === 2 ? { kind: 'zoneId' } : undefined;
    case 'z':
    case 'v':
      return count <= 4 ? { kind: 'zoneName', style: count === 4 ? 'long' : 'short' } : undefined;
    case 'O':
      return count === 1 || count === 4 ? { kind: 'localizedOffset', isFull: count === 4 } : undefined;
    case 'X':
      return offsetOf(count, 'Z');
    case 'x':
      return offsetOf(count, '');
    case 'Z':
      if (count < 4) return offsetOf(2, '');
      if (count === 4) return { kind: 'localizedOffset', isFull: true };
      return count === 5 ? offsetOf(5, 'Z') : undefined;
    default:
      return undefined;
  }
}

function offsetOf(count: number, zero: string): FormatElement | undefined {
  if (count > 5) return undefined;
  return {
    kind: 'offset',
    hasColon: count === 3 || count === 5,
    minutes: count === 1 ? 'auto' : 'always',
    hasSeconds: count > 3,
    zero,
  };
}

/** Tells each number of open width how many digits the fixed ones right after it need: `yyyyMMdd`. */
export function reserveWidths(elements: readonly FormatElement[]): readonly FormatElement[] {
  const result = [...elements];
  for (let i = result.length - 1; i >= 0; i--) {
    const element = result[i];
    if (element?.kind !== 'number' || element.min === element.max) continue;
    let reserve = 0;
    for (let j = i + 1; j < result.length; j++) {
      const next = result[j];
      if (next?.kind === 'number' && next.min === next.max) reserve += next.max;
      else if (next?.kind === 'fraction' && next.points === '') reserve += next.max;
      else break;
    }
    if (reserve > 0) result[i] = { ...element, reserve };
  }
  return result;
}
