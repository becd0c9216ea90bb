import { type EsError, illegalArgument } from '../error/es-error.ts';
import { isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { nearestName } from '../text/nearest-name.ts';
import { type SettingRule, settingRules } from './setting-rules.ts';

/** The settings of an index by whole name (`index.number_of_replicas`): texts, or lists of texts, as Elasticsearch keeps them. */
export type IndexSettings = ReadonlyMap<string, string | readonly string[]>;

/**
 * The settings that a body says, nested or dotted, with `index.` before each name. Throws for names that are not known and
 * values that they cannot have.
 */
export const parseIndexSettings = (body: JsonObject): IndexSettings => {
  const settings = new Map<string, string | readonly string[]>();
  for (const [name, value] of flatten(body, '')) {
    const full = name.startsWith('index.') ? name : `index.${name}`;
    if (value === null) continue;
    checkSetting(full, value);
    settings.set(full, value);
  }
  return settings;
};

/** Settings for an index that is there: a null takes a setting back to its default. Final ones are refused, static ones while it is open. */
export const updateIndexSettings = (
  current: IndexSettings,
  body: JsonObject,
  { isOpen, preservesExisting = false }: { readonly isOpen: boolean; readonly preservesExisting?: boolean },
): IndexSettings => {
  const settings = new Map(current);
  for (const [name, value] of flatten(body, '')) {
    const full = name.startsWith('index.') ? name : `index.${name}`;
    if (value !== null) checkSetting(full, value);
    const rule = ruleOf(full);
    if (rule?.change === 'never') {
      throw illegalArgument(`final index setting [${full}], not updateable`);
    }
    if (rule?.change === 'closed' && isOpen) {
      throw illegalArgument(`Can't update non dynamic settings [[${full}]] for open indices`);
    }
    if (value === null) settings.delete(full);
    else if (!preservesExisting || !settings.has(full)) settings.set(full, value);
  }
  return settings;
};

/** As `GET _settings` shows them: nested, or dotted where `flat` is asked for. */
export const showIndexSettings = (settings: IndexSettings, { flat = false } = {}): JsonObject => {
  const sorted = [...settings].toSorted(([left], [right]) => (left < right ? -1 : 1));
  if (flat) return Object.fromEntries(sorted.map(([name, value]) => [name, shown(value)]));
  const root: Record<string, JsonValue> = {};
  for (const [name, value] of sorted) put(root, name.split('.'), shown(value));
  return root;
};

const shown = (value: string | readonly string[]): JsonValue => (typeof value === 'string' ? value : [...value]);

const put = (into: Record<string, JsonValue>, names: readonly string[], value: JsonValue): void => {
  const [first = '', ...rest] = names;
  const existing = into[first];
  if (rest.length === 0) into[first] = value;
  else if (existing === undefined || isJsonObject(existing)) {
    const inner: Record<string, JsonValue> = {};
    for (const [key, one] of Object.entries(existing ?? {})) if (one !== undefined) inner[key] = one;
    put(inner, rest, value);
    into[first] = inner;
    // A name that is also the beginning of others (`a` beside `a.b`) keeps its dots.
  } else into[names.join('.')] = value;
};

const flatten = function* (
  value: JsonObject,
  prefix: string,
): Generator<readonly [string, string | readonly string[] | null]> {
  for (const [key, entry = null] of Object.entries(value)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isJsonObject(entry)) yield* flatten(entry, name);
    else if (Array.isArray(entry)) yield [name, entry.map((one: JsonValue) => textOf(one))];
    else yield [name, entry === null ? null : textOf(entry)];
  }
};

const textOf = (value: JsonValue): string => (value instanceof ExactNumber ? value.text : String(value));

const groups = ['index.analysis.', 'index.similarity.', 'index.routing.allocation.', 'index.sort.', 'index.knn.'];

const ruleOf = (name: string): SettingRule | undefined => settingRules.get(name);

const checkSetting = (name: string, value: string | readonly string[]): void => {
  const rule = ruleOf(name);
  if (rule === undefined) {
    if (groups.some((group) => name.startsWith(group))) return;
    throw unknownSetting(name);
  }
  const problem = typeof value === 'string' ? rule.check(value) : null;
  if (problem === null) return;
  throw illegalArgument(`Failed to parse value [${String(value)}] for setting [${name}] ${problem}`);
};

const unknownSetting = (name: string): EsError => {
  const near = nearestName(name, [...settingRules.keys()]);
  const hint = near === undefined ? '' : ` did you mean [${near}]?`;
  return illegalArgument(
    `unknown setting [${name}]${hint === '' ? ' please check that any required plugins are installed, or check the breaking changes documentation for removed settings' : hint}`,
  );
};
