import type { Json } from '@toolstone/protocol';
import { isSchema, type Schema, withNotes, without } from './json-schema.ts';

/** Nodes of a schema after inlining: references to references can grow without end, and no model reads so much. */
const maxNodes = 5_000;

export class SchemaTooLarge extends Error {}

/**
 * The schema with every local `$ref` replaced by what it points to. Where a definition contains itself, the inner
 * occurrence says so in words and allows anything, so that every valid value stays valid; a reference that points
 * nowhere or to another document does the same. Throws `SchemaTooLarge`.
 */
export function inlineRefs(root: Schema): Schema {
  let nodes = 0;

  function walk(value: Json, open: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item: Json) => walk(item, open));
    if (!isSchema(value)) return value;
    if (++nodes > maxNodes) throw new SchemaTooLarge('its schema is too large once its references are written out');
    const ref = value['$ref'] ?? value['$dynamicRef'];
    if (typeof ref === 'string') return follow(value, ref, open);
    const plain: Record<string, Json> = {};
    for (const [key, item] of Object.entries(value)) {
      if (key === '$defs' || key === 'definitions') continue;
      // These hold values, not schemas: a `$ref` in them is data.
      const isData = key === 'default' || key === 'const' || key === 'enum' || key === 'examples';
      plain[key] = isData ? item : walk(item, open);
    }
    return plain;
  }

  function follow(node: Schema, ref: string, open: readonly string[]): Json {
    const beside = without(node, ['$ref', '$dynamicRef']);
    const name = decodeURIComponentSafely(ref.split('/').at(-1) ?? ref);
    const target = resolvePointer(root, ref);
    if (target === undefined) return withNotes(walkObject(beside, open), [`see ${ref}`]);
    if (open.includes(ref)) return withNotes(walkObject(beside, open), [`the same shape as ${name || 'the whole'}`]);
    const inlined = walk(target, [...open, ref]);
    return isSchema(inlined) ? { ...inlined, ...walkObject(beside, open) } : inlined;
  }

  function walkObject(schema: Schema, open: readonly string[]): Schema {
    const walked = walk(schema, open);
    return isSchema(walked) ? walked : {};
  }

  return walkObject(root, []);
}

/** What `#/a/b` points to (RFC 6901); undefined for other documents, anchors and paths that are not there. */
export function resolvePointer(root: Schema, ref: string): Json | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: Json | undefined = root;
  for (const step of ref.slice(2).split('/')) {
    const key = decodeURIComponentSafely(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isSchema(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is part of the name.
    return text;
  }
}
