import { settingsSchema } from '@toolstone/protocol';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import type { KeyPath } from './toml-places.ts';

/** The schema below optional and default wrappers. */
export function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrap(schema.unwrap());
  }
  return schema;
}

/** The schema of what stands at `path` below `schema`; undefined where nothing may stand. */
export function schemaAt(schema: unknown, path: KeyPath): unknown {
  let current = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else if (current instanceof z.ZodRecord) current = unwrap(current.valueType);
    else if (current instanceof z.ZodArray) current = unwrap(current.element);
    else return undefined;
  }
  return current;
}

/** The keys that may stand in the table at `path`; none where any may. */
const keysAt = (schema: unknown, path: KeyPath): readonly string[] => {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
};

/** Every fixed setting that holds a value: `model`, `session.max_rounds`; not what stands below names of a person's choice. */
export function settingKeys(
  schema: unknown = settingsSchema,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  return keysAt(schema, path).flatMap((key) => {
    const at = [...path, key];
    return schemaAt(schema, at) instanceof z.ZodObject ? settingKeys(schema, at) : [at];
  });
}

/** The known key that was most likely meant: one beside it that is spelled almost like it, else one like it elsewhere. */
export function nearestKey(schema: unknown, unknown: KeyPath): string | undefined {
  const table = unknown.slice(0, -1);
  const name = String(unknown.at(-1));
  const beside = nearest(name, keysAt(schema, table));
  if (beside !== undefined) return renderKey([...table, beside]);
  const all = settingKeys(schema);
  const elsewhere = nearest(
    name,
    all.map((path) => path.at(-1) ?? ''),
  );
  const match = all.find((path) => path.at(-1) === elsewhere);
  if (match !== undefined) return renderKey(match);
  return nearest(renderKey(unknown), all.map(renderKey));
}

/** Of the known names the one that a typing error could have turned into `name`: two letters, or a third of a long one. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, apart: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((one, other) => one.apart - other.apart);
  const best = ranked[0];
  if (best === undefined) return undefined;
  const length = Math.max(name.length, best.candidate.length);
  const tolerated = length < 4 ? 1 : Math.max(2, Math.floor(length / 3));
  return best.apart <= tolerated ? best.candidate : undefined;
}

const barePart = /^[A-Za-z0-9_-]+$/;

/** A key as TOML writes it: `models."gpt 5".model`; places in arrays as `rules[0].id`. */
export const renderKey = (path: KeyPath): string =>
  path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const text = barePart.test(part) ? part : JSON.stringify(part);
      return index === 0 ? text : `.${text}`;
    })
    .join('');

/** A key as a person types it, split at its dots; undefined where it is none. */
export function parseKey(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  const part = /(?:([A-Za-z0-9_-]+)|"([^"\\]*)")(\.|$)/y;
  for (;;) {
    const match = part.exec(text);
    if (match === null) return undefined;
    parts.push(match[1] ?? match[2] ?? '');
    if (match[3] === '') return parts;
  }
}
