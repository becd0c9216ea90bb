import type { Finding } from '@toolstone/protocol';
import { maskUnderKey } from './detectors/credentials.ts';
import { createTally, mergeFindings } from './findings.ts';
import { guardText } from './guard-text.ts';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * The same JSON with every string in it guarded, keys included; a string under a key such as `password` is masked for
 * its key's sake. What is not JSON (bytes) stays as it is.
 */
export function guardJson<T>(value: T): { readonly value: T; readonly findings: readonly Finding[] } {
  const found: (readonly Finding[])[] = [];
  const tally = createTally();
  const guard = (text: string): string => {
    const guarded = guardText(text);
    if (guarded.findings.length > 0) found.push(guarded.findings);
    return guarded.text;
  };
  const visit = (item: unknown, key: string): unknown => {
    if (typeof item === 'string') return maskUnderKey(key, item, tally) ?? guard(item);
    if (Array.isArray(item)) return item.map((element) => visit(element, key));
    if (item === null || typeof item !== 'object' || !isPlain(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([name, child]) => [guard(name), visit(child, name)]));
  };
  // The shape is kept: strings stay strings, lists lists and objects objects.
  const guarded = visit(value, '') as T;
  return { value: guarded, findings: mergeFindings([...found, tally.findings()]) };
}
