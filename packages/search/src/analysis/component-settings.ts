import { illegalArgument } from '../error/es-error.ts';
import { isJsonArray, isJsonObject } from '../json/json-kinds.ts';
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json-value.ts';

/** The settings of one component as Elasticsearch keeps them: flat keys whose values are texts or lists of texts. */
export interface ComponentSettings {
  text(key: string): string | undefined;
  integer(key: string, fallback: number): number;
  boolean(key: string, fallback: boolean): boolean;
  /** Undefined where the key is absent; a text is split at its commas. */
  list(key: string): readonly string[] | undefined;
  /** The same without splitting. */
  wholeList(key: string): readonly string[] | undefined;
  has(key: string): boolean;
  /** The keys below one, as an object. */
  below(key: string): JsonObject;
}

export type FlatSettings = ReadonlyMap<string, string | readonly string[]>;

const scalarText = (value: JsonValue): string =>
  value instanceof ExactNumber ? value.text : typeof value === 'string' ? value : String(value);

/** Nested objects and dotted keys as one level; null values are absent. */
export const flattenSettings = (
  settings: JsonObject,
  prefix = '',
  into = new Map<string, string | readonly string[]>(),
): Map<string, string | readonly string[]> => {
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined || value === null) continue;
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (isJsonObject(value)) flattenSettings(value, name, into);
    else if (isJsonArray(value)) {
      into.set(name, value.filter((item) => item !== null).map(scalarText));
    } else into.set(name, scalarText(value));
  }
  return into;
};

/** Keys such as `stopwords.0`, `stopwords.1` are a list too. */
const numbered = (flat: FlatSettings, key: string): readonly string[] | undefined => {
  const items: string[] = [];
  for (;;) {
    const item = flat.get(`${key}.${items.length}`);
    if (typeof item !== 'string') break;
    items.push(item);
  }
  return items.length === 0 ? undefined : items;
};

export const createComponentSettings = (flat: FlatSettings): ComponentSettings => {
  const text = (key: string): string | undefined => {
    const value = flat.get(key) ?? numbered(flat, key);
    return value === undefined || typeof value === 'string' ? value : `[${value.join(', ')}]`;
  };
  const wholeList = (key: string): readonly string[] | undefined => {
    const value = flat.get(key) ?? numbered(flat, key);
    return typeof value === 'string' ? [value] : value;
  };
  return {
    text,
    wholeList,
    integer: (key, fallback) => {
      const value = text(key);
      if (value === undefined) return fallback;
      if (!/^[+-]?\d{1,10}$/.test(value) || Math.abs(Number(value)) > 2147483648) {
        throw illegalArgument(`Failed to parse int setting [${key}] with value [${value}]`, {
          type: 'settings_exception',
        });
      }
      return Number(value);
    },
    boolean: (key, fallback) => {
      const value = text(key);
      if (value === undefined) return fallback;
      if (value === 'true') return true;
      if (value === 'false') return false;
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    },
    list: (key) => {
      const value = flat.get(key) ?? numbered(flat, key);
      if (typeof value !== 'string') return value;
      return value === '' ? [] : value.split(',').map((item) => item.trim());
    },
    has: (key) => flat.has(key) || numbered(flat, key) !== undefined,
    below: (key) => {
      const prefix = `${key}.`;
      const out: Record<string, JsonValue> = {};
      for (const [name, value] of flat) if (name.startsWith(prefix)) out[name.slice(prefix.length)] = value;
      return out;
    },
  };
};
