import { illegalArgument } from '../error/es-error.ts';
import type { JavaRegex } from './java-regex.ts';

type Charge = (steps: number) => void;

/** All matches from left to right, none overlapping; after an empty match the search goes on one character later. */
export function* findAll(regex: JavaRegex, input: string, charge?: Charge): Generator<Int32Array, void, void> {
  for (let from = 0; from <= input.length; ) {
    const match = regex.exec(input, from, 'find', charge);
    if (match === undefined) return;
    yield match;
    const end = match[1] ?? input.length;
    from = end > (match[0] ?? 0) ? end : end + ((input.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
}

/** Java's `Matcher.replaceAll` with `$1`, `${name}` and `\` in the replacement. */
export const replaceMatches = (
  regex: JavaRegex,
  input: string,
  replacement: string,
  onlyFirst = false,
  charge?: Charge,
): string => replaceWith(regex, input, (match) => expand(regex, input, match, replacement), onlyFirst, charge);

export const replaceWith = (
  regex: JavaRegex,
  input: string,
  replace: (match: Int32Array) => string,
  onlyFirst = false,
  charge?: Charge,
): string => {
  let out = '';
  let end = 0;
  for (const match of findAll(regex, input, charge)) {
    out += input.slice(end, match[0]) + replace(match);
    charge?.(out.length >> 6);
    end = match[1] ?? end;
    if (onlyFirst) break;
  }
  return out + input.slice(end);
};

/** The text of a group, or undefined when it took no part in the match. */
export const groupText = (input: string, match: Int32Array, index: number): string | undefined => {
  const start = match[index * 2] ?? -1;
  return start < 0 ? undefined : input.slice(start, match[index * 2 + 1]);
};

/** A replacement text with its references filled in from one match. */
export const expand = (regex: JavaRegex, input: string, match: Int32Array, replacement: string): string => {
  let out = '';
  for (let index = 0; index < replacement.length; index += 1) {
    const character = replacement.charAt(index);
    if (character === '\\') {
      index += 1;
      if (index >= replacement.length) throw illegalArgument('character to be escaped is missing');
      out += replacement.charAt(index);
      continue;
    }
    if (character !== '$') {
      out += character;
      continue;
    }
    const named = /^\{([A-Za-z][A-Za-z0-9]*)\}/.exec(replacement.slice(index + 1, index + 130));
    if (named !== null) {
      const group = regex.groupNames.get(named[1] ?? '');
      if (group === undefined) throw illegalArgument(`No group with name {${named[1]}}`);
      out += groupText(input, match, group) ?? '';
      index += named[0].length;
      continue;
    }
    let group = Number.parseInt(replacement.charAt(index + 1), 10);
    if (Number.isNaN(group)) throw illegalArgument('Illegal group reference');
    if (group > regex.groupCount) throw illegalArgument(`No group ${group}`);
    index += 1;
    // More digits belong to the number as long as such a group exists.
    for (; /^\d$/.test(replacement.charAt(index + 1)); index += 1) {
      const longer = group * 10 + Number(replacement.charAt(index + 1));
      if (longer > regex.groupCount) break;
      group = longer;
    }
    out += groupText(input, match, group) ?? '';
  }
  return out;
};

/** Java's `Pattern.split`: no empty first part by an empty match; without a limit no empty parts at the end. */
export const splitBy = (regex: JavaRegex, input: string, limit = 0, charge?: Charge): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const match of findAll(regex, input, charge)) {
    if (limit > 0 && parts.length >= limit - 1) break;
    const [start, end] = [match[0] ?? 0, match[1] ?? 0];
    if (start === 0 && end === 0) continue;
    if (start === end && start === input.length) break;
    parts.push(input.slice(from, start));
    from = end;
  }
  if (parts.length === 0) return [input];
  parts.push(input.slice(from));
  if (limit === 0) while (parts.length > 0 && parts[parts.length - 1] === '') parts.pop();
  return parts;
};
