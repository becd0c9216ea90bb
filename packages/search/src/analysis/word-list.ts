import type { EsError } from '../error/es-error.ts';
import { illegalArgument } from '../error/es-error.ts';
import type { ComponentSettings } from './component-settings.ts';

/** Lists stand in the settings: this engine reads no files that settings name. */
export const refuseFiles = (settings: ComponentSettings, key: string): void => {
  const path = settings.text(key);
  if (path !== undefined) {
    throw illegalArgument(`IOException while reading ${key}: file not readable: put the list itself into the settings`);
  }
};

/** A line that begins with `#` is a comment unless it is a rule (`# => hash`). */
const hashRule = /^\s*#\s*=>/;

/** The rules of a list, parsed; undefined where there is none. A rule that `parse` refuses is named by its line. */
export const rulesOf = <T>(
  settings: ComponentSettings,
  key: string,
  parse: (rule: string) => T,
): readonly T[] | undefined => {
  refuseFiles(settings, `${key}_path`);
  const lines = settings.list(key);
  if (lines === undefined) return undefined;
  const rules: T[] = [];
  lines.forEach((line, index) => {
    if (line.startsWith('#') && !hashRule.test(line)) return;
    try {
      rules.push(parse(line));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw runtimeError(`Line [${index + 1}]: ${reason}`);
    }
  });
  return rules;
};

/** What the Java engine throws as a bare `RuntimeException`; here the client's fault, as it is. */
export const runtimeError = (reason: string): EsError => illegalArgument(reason, { type: 'runtime_exception' });

/** Both sides of `left => right`, trimmed; undefined without an arrow. The last arrow counts. */
export const splitRule = (rule: string): readonly [string, string] | undefined => {
  const at = rule.lastIndexOf('=>');
  return at < 0 ? undefined : [rule.slice(0, at).trim(), rule.slice(at + 2).trim()];
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** `\n`, `\uXXXX` and the like as what they stand for; a `\` before anything else is left out. */
export const unescapeRule = (text: string): string => {
  let out = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter !== '\\') {
      out += letter;
      continue;
    }
    at++;
    if (at >= text.length) throw runtimeError(`Invalid escaped char in [${text}]`);
    const next = text.charAt(at);
    if (next !== 'u') {
      out += Object.hasOwn(escapes, next) ? (escapes[next] ?? next) : next;
      continue;
    }
    const hex = text.slice(at + 1, at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw runtimeError(`Invalid escaped char in [${text}]`);
    out += String.fromCharCode(Number.parseInt(hex, 16));
    at += 4;
  }
  return out;
};
