import { EsError, illegalArgument } from '../../error/es-error.ts';
import { compileJavaRegex, type JavaRegex, type JavaRegexFlags } from '../../text/java-regex.ts';

const flagNames: ReadonlyMap<string, JavaRegexFlags> = new Map<string, JavaRegexFlags>([
  ['CASE_INSENSITIVE', { caseInsensitive: true }],
  ['MULTILINE', { multiline: true }],
  ['DOTALL', { dotAll: true }],
  ['UNICODE_CASE', { unicodeCase: true }],
  ['CANON_EQ', {}],
  ['UNIX_LINES', {}],
  ['LITERAL', { literal: true }],
  ['COMMENTS', { comments: true }],
  ['UNICODE_CHAR_CLASS', { unicodeClasses: true }],
  ['UNICODE_CHARACTER_CLASS', { unicodeClasses: true }],
]);

/** A pattern with the `flags` of settings: names joined by `|`. */
export const compilePattern = (pattern: string, flags: string | undefined): JavaRegex => {
  const all: JavaRegexFlags[] = [];
  for (const name of (flags ?? '').split('|').map((flag) => flag.trim().toUpperCase())) {
    if (name === '') continue;
    const known = flagNames.get(name);
    if (known === undefined) throw illegalArgument(`Unknown regex flag [${name}]`);
    all.push(known);
  }
  try {
    return compileJavaRegex(pattern, Object.assign({}, ...all));
  } catch (error) {
    throw asSyntaxError(error, pattern);
  }
};

/** A fault of the pattern itself under the name that Java has for it; what is only not supported here stays what it is. */
const asSyntaxError = (error: unknown, pattern: string): unknown => {
  if (!(error instanceof EsError) || error.details.reason.includes('not supported')) return error;
  const match = /^(.* near index \d+) of regular expression/.exec(error.details.reason);
  if (match === null) return error;
  return new EsError({ ...error.details, type: 'pattern_syntax_exception', reason: `${match[1]}\n${pattern}` });
};
