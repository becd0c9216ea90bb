import { EsError } from '../../error/es-error.ts';
import type { JavaRegexFlags } from '../../text/java-regex.ts';
import { charge, createPattern, isPattern, type PatternState } from '../runtime/pattern.ts';
import { toText } from '../runtime/to-text.ts';
import type { Opaque } from '../runtime/value.ts';
import { CompileError, throwJava } from '../script-error.ts';
import { booleanCode, boxed, type Code } from './code.ts';

const flagNames: Readonly<Record<string, keyof JavaRegexFlags>> = {
  i: 'caseInsensitive',
  m: 'multiline',
  s: 'dotAll',
  u: 'unicodeCase',
  U: 'unicodeClasses',
  x: 'comments',
  l: 'literal',
};

/** A literal `/pattern/flags`. */
export const compileRegexLiteral = (pattern: string, letters: string, at: number): Opaque<PatternState> => {
  const flags: { -readonly [K in keyof JavaRegexFlags]: JavaRegexFlags[K] } = {};
  for (const letter of letters) {
    const name = flagNames[letter];
    if (name === undefined && letter !== 'c') throw new CompileError(at, `unknown regular expression flag [${letter}]`);
    if (name !== undefined) flags[name] = true;
  }
  try {
    return createPattern(pattern, flags);
  } catch (error) {
    if (error instanceof EsError) throw new CompileError(at, `invalid regular expression: ${error.message}`);
    throw error;
  }
};

/** `=~` finds anywhere, `==~` matches the whole. */
export const findOrMatch = (operator: '=~' | '==~', left: Code, right: Code, at: number): Code => {
  const [text, pattern] = [boxed(left), boxed(right)];
  const mode = operator === '=~' ? 'find' : 'matches';
  return booleanCode((frame) => {
    const value = text(frame);
    const regex = pattern(frame);
    frame.runtime.at = at;
    if (value === null || regex === null) return throwJava('NullPointerException', null);
    if (!isPattern(regex)) return throwJava('ClassCastException', `Cannot cast to [java.util.regex.Pattern].`);
    return regex.state.regex.exec(toText(value), 0, mode, charge(frame.runtime)) !== undefined;
  });
};
