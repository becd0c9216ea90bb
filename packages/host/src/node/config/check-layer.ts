import type { Failure } from '@toolstone/protocol';
import type { z } from 'zod';
import type { Tree } from './config-file.ts';
import { nearestKey, renderKey } from './setting-keys.ts';
import type { KeyPath } from './toml-places.ts';

export interface CheckedLayer {
  readonly values: Tree;
  /** Where a key of it stands: a file and line, a variable, a flag. */
  originOf(key: KeyPath): string;
}

/**
 * What is wrong with one source of settings, by a schema of the whole. A key that is missing is no error here, for another
 * source may have it; but nothing is ever added to a rule.
 */
export function checkLayer(schema: z.ZodType, { values, originOf }: CheckedLayer): readonly Failure[] {
  const parsed = schema.safeParse(values);
  if (parsed.success) return [];
  return parsed.error.issues
    .filter((issue) => issue.path[0] === 'rules' || !isMissing(issue, values))
    .flatMap((issue) => toFailures(issue, schema, { values, originOf }));
}

/** What is wrong when all sources are put together. */
export const checkWhole = (schema: z.ZodType, error: z.ZodError, whole: CheckedLayer): readonly Failure[] =>
  error.issues.flatMap((issue) => toFailures(issue, schema, whole));

function toFailures(issue: z.core.$ZodIssue, schema: z.ZodType, layer: CheckedLayer): readonly Failure[] {
  const path = keyPath(issue.path);
  const origin = layer.originOf(path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey([...path, key], schema, layer.originOf));
  }
  const key = renderKey(path) || 'the file';
  const problem = lowerFirst(deepestMessage(issue));
  if (isMissing(issue, layer.values)) {
    return [
      {
        code: 'CONFIG_INVALID',
        message: `${origin}: ${key} is missing (${problem})`,
        nextStep:
          path[0] === 'rules'
            ? 'Add it to the rule'
            : `Add it; \`toolstone config set ${renderKey(path.slice(0, -1))}\` takes the whole table as JSON`,
      },
    ];
  }
  return [
    {
      code: 'CONFIG_INVALID',
      message: `${origin}: ${key}: ${problem}`,
      nextStep: 'Correct the value, or remove the key to get the default',
    },
  ];
}

export function unknownKey(path: KeyPath, schema: z.ZodType, originOf: CheckedLayer['originOf']): Failure {
  const near = nearestKey(schema, path);
  return {
    code: 'CONFIG_UNKNOWN_KEY',
    message: `${originOf(path)}: there is no setting "${renderKey(path)}"`,
    nextStep:
      near === undefined ? '`toolstone config list` shows the settings that there are' : `Did you mean "${near}"?`,
  };
}

/** Of a union only the branches say anything; the one that got furthest says most. */
function deepestMessage(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const branches = issue.errors.flat();
  const deepest = branches.reduce<z.core.$ZodIssue | undefined>(
    (best, next) => (best === undefined || next.path.length > best.path.length ? next : best),
    undefined,
  );
  if (deepest === undefined) return issue.message;
  const below = renderKey(keyPath(deepest.path));
  return below === '' ? deepest.message : `${below}: ${deepestMessage(deepest)}`;
}

function isMissing(issue: z.core.$ZodIssue, values: Tree): boolean {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return false;
  let value: unknown = values;
  for (const key of issue.path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value === undefined;
}

const keyPath = (path: readonly PropertyKey[]): KeyPath =>
  path.map((part) => (typeof part === 'number' ? part : String(part)));

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
