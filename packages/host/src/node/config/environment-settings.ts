import { settingsSchema } from '@toolstone/protocol';
import type { Tree } from './config-file.ts';
import { nearest, renderKey, schemaAt, settingKeys } from './setting-keys.ts';
import { valueFromText } from './setting-value.ts';
import type { KeyPath } from './toml-places.ts';

const prefix = 'TOOLSTONE_';

export interface EnvironmentSettings {
  readonly values: Tree;
  originOf(key: KeyPath): string;
  /** Variables that look like a misspelled setting. */
  readonly warnings: readonly string[];
}

const variableOf = (path: readonly string[]): string => prefix + path.join('_').toUpperCase();

/** Settings in the environment: `TOOLSTONE_MODEL`, `TOOLSTONE_SESSION_MAX_ROUNDS`. Rules and tables have no variable. */
export function settingsFromEnvironment(env: Readonly<Record<string, string | undefined>>): EnvironmentSettings {
  const set = Object.keys(env).filter((name) => name.startsWith(prefix));
  const variables = new Map(
    set.length === 0
      ? []
      : settingKeys()
          .filter(([first]) => first !== 'rules' && first !== 'models')
          .map((path) => [variableOf(path), path] as const),
  );
  let values: Tree = {};
  const warnings: string[] = [];
  for (const name of set) {
    const path = variables.get(name);
    const text = env[name];
    if (path !== undefined && text !== undefined) {
      values = withValue(values, path, valueFromText(schemaAt(settingsSchema, path), text));
      continue;
    }
    // Not an error: other programs, and later versions of this one, may have variables of this prefix.
    const near = nearest(
      name.slice(prefix.length),
      [...variables.keys()].map((known) => known.slice(prefix.length)),
    );
    if (near !== undefined) warnings.push(`${name} is not a setting; did you mean ${prefix}${near}?`);
  }
  return { values, warnings, originOf: (key) => (key.length === 0 ? renderKey(key) : variableOf(key.map(String))) };
}

const withValue = (tree: Tree, [key, ...rest]: readonly string[], value: unknown): Tree => {
  if (key === undefined) return tree;
  const below = tree[key];
  const table = typeof below === 'object' && below !== null ? Object.fromEntries(Object.entries(below)) : {};
  return { ...tree, [key]: rest.length === 0 ? value : withValue(table, rest, value) };
};
