import type { Json, Rule } from '@toolstone/protocol';
import { compileWildcards } from './match-words.ts';

type ArgumentConditions = NonNullable<Rule['args']>;

/** The value at a JSON pointer (RFC 6901), or undefined. */
function valueAt(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const raw of pointer.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? (value[Number(key)] as Json | undefined) : undefined;
    else if (value !== null && typeof value === 'object' && Object.hasOwn(value, key))
      value = (value as Record<string, Json>)[key];
    else return undefined;
  }
  return value;
}

/** Whether two JSON values are the same, whatever the order of keys. */
function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const left = Object.entries(one);
  const right = new Map(Object.entries(other));
  return (
    left.length === right.size &&
    left.every(([key, value]) => {
      const match = right.get(key);
      return match !== undefined && value !== undefined && isSameJson(value as Json, match as Json);
    })
  );
}

const asText = (value: Json): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

type ValueTest = (value: Json) => boolean;

function compileValue(condition: ArgumentConditions[string]): ValueTest {
  const tests: ValueTest[] = [];
  const { equals, glob, not } = condition;
  if (equals !== undefined) tests.push((value) => isSameJson(value, equals));
  const globs = glob === undefined ? undefined : compileWildcards(glob);
  if (globs) {
    tests.push((value) => {
      const text = asText(value);
      return text !== undefined && globs(text);
    });
  }
  if (not !== undefined) {
    const values = [not].flat() as readonly Json[];
    const patterns = compileWildcards(values.filter((value) => typeof value === 'string'));
    tests.push(
      (value) => !values.some((other) => isSameJson(value, other)) && !(typeof value === 'string' && patterns(value)),
    );
  }
  return (value) => tests.every((test) => test(value));
}

/**
 * A test of arguments. Of a list, what permits must fit every element and what forbids (`isWide`) one. An argument that
 * is not there fits nothing of what permits, and of what forbids only a bare `not`.
 */
export function compileArguments(conditions: ArgumentConditions, isWide: boolean): (args: Json) => boolean {
  const tests = Object.entries(conditions).map(([pointer, condition]) => {
    const test = compileValue(condition);
    const wantsList = [condition.equals, ...[condition.not].flat()].some((item) => Array.isArray(item));
    const fitsAbsent = isWide && condition.equals === undefined && condition.glob === undefined;
    return (args: Json): boolean => {
      const value = valueAt(args, pointer);
      if (value === undefined) return fitsAbsent;
      if (!Array.isArray(value) || wantsList) return test(value);
      return isWide ? value.some(test) : value.length > 0 && value.every(test);
    };
  });
  return (args) => tests.every((test) => test(args));
}
