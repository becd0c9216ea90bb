import { renderKey } from './setting-keys.ts';
import { type KeyPath, locateToml, type TomlEntry, type TomlPlaces } from './toml-places.ts';

export type EditedToml =
  | { readonly status: 'edited'; readonly text: string }
  | { readonly status: 'refused'; readonly problem: string; readonly nextStep: string };

/**
 * A TOML text with one key set, everything else, comments included, left as it stands. A new key goes to the end of its
 * table, a new table to the end of the file. `value` is a string, number, boolean, or a list or table of these.
 */
export function setTomlValue(text: string, key: readonly string[], value: unknown): EditedToml {
  const literal = renderToml(value);
  if (literal === undefined) {
    return { status: 'refused', problem: 'TOML has no null', nextStep: 'Leave the key out, which means the same' };
  }
  const places = locateToml(text);
  const existing = places.entries.find(({ path }) => isSame(path, key));
  if (existing !== undefined) {
    return edited(text.slice(0, existing.valueStart) + literal + text.slice(existing.valueEnd));
  }
  const inline = places.entries.findLast((entry) => text[entry.valueStart] === '{' && isBelow(key, entry.path));
  if (inline !== undefined) {
    return edited(insertInline(text, inline, `${renderKey(key.slice(inline.path.length))} = ${literal}`));
  }
  const isTable = [...places.sections, ...places.entries].some(({ path }) => isSame(path, key) || isBelow(path, key));
  if (isTable) {
    const problem = `${renderKey(key)} stands there as a table of several lines`;
    return { status: 'refused', problem, nextStep: 'Set its keys one by one, or edit the file' };
  }
  return edited(insertLine(text, places, key, literal));
}

const edited = (text: string): EditedToml => ({ status: 'edited', text });

function insertInline(text: string, table: TomlEntry, pair: string): string {
  const body = text.slice(table.valueStart + 1, table.valueEnd - 1).trimEnd();
  const joined = body.trim() === '' ? ` ${pair} ` : `${body}${body.endsWith(',') ? '' : ','} ${pair} `;
  return `${text.slice(0, table.valueStart)}{${joined}}${text.slice(table.valueEnd)}`;
}

function insertLine(text: string, places: TomlPlaces, key: readonly string[], literal: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const table = key.slice(0, -1);
  const name = key.slice(-1);
  const section = places.sections.find(({ path }) => isSame(path, table));
  if (section !== undefined || table.length === 0) {
    const last = places.entries.findLast((entry) => entry.section === section);
    const line = `${renderKey(name)} = ${literal}`;
    if (last !== undefined) return insertAfterLine(text, last.valueEnd, line, newline);
    if (section !== undefined) return insertAfterLine(text, section.end, line, newline);
    return text === '' ? line + newline : line + newline + newline + text;
  }
  // A table that dotted keys have made (`bash.network = false`) must not get a header as well.
  const dotted = places.entries.findLast(({ path }) => isBelow(path, table));
  if (dotted !== undefined) {
    const relative = key.slice(dotted.section?.path.length ?? 0);
    return insertAfterLine(text, dotted.valueEnd, `${renderKey(relative)} = ${literal}`, newline);
  }
  const before = text === '' || text.endsWith('\n') ? text : text + newline;
  const gap = before === '' ? '' : newline;
  return `${before}${gap}[${renderKey(table)}]${newline}${renderKey(name)} = ${literal}${newline}`;
}

function insertAfterLine(text: string, offset: number, line: string, newline: string): string {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text + newline + line + newline;
  return text.slice(0, end + 1) + line + newline + text.slice(end + 1);
}

const isSame = (one: KeyPath, other: KeyPath): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether `path` lies below `table`, at any depth. */
const isBelow = (path: KeyPath, table: KeyPath): boolean =>
  path.length > table.length && isSame(path.slice(0, table.length), table);

/** A value as TOML writes it, on one line; undefined where it holds what TOML has no word for. */
export function renderToml(value: unknown): string | undefined {
  if (typeof value === 'string') return renderString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(renderToml);
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  const pairs = Object.entries(value).map(([key, item]) => {
    const rendered = renderToml(item);
    return rendered === undefined ? undefined : `${renderKey([key])} = ${rendered}`;
  });
  if (pairs.includes(undefined)) return undefined;
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** JSON's escapes are TOML's, but for DEL, which TOML wants escaped as well. */
const renderString = (text: string): string =>
  JSON.stringify(text.replace(/\p{Cs}/gu, '\ufffd')).replaceAll('\u007f', '\\u007f');
