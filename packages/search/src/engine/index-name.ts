import { EsError } from '../error/es-error.ts';

const forbidden = [' ', '"', '*', '\\', '<', '|', ',', '>', '/', '?'];

/** Refuses a name that no index may have: `invalid_index_name_exception`. */
export const checkIndexName = (name: string): void => {
  const reason = problemOf(name);
  if (reason !== null) throw invalidIndexName(name, reason);
};

export const invalidIndexName = (name: string, reason: string): EsError =>
  new EsError({
    type: 'invalid_index_name_exception',
    status: 400,
    reason: `Invalid index name [${name}], ${reason}`,
    metadata: { index: name },
  });

const MAX_NAME_BYTES = 255;

const problemOf = (name: string): string | null => {
  if (name === '') return 'must not be empty';
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  if (/^[_\-+]/.test(name)) return "must not start with '_', '-', or '+'";
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (forbidden.some((character) => name.includes(character))) {
    return `must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]`;
  }
  const bytes = new TextEncoder().encode(name).length;
  if (bytes > MAX_NAME_BYTES) return `index name is too long, (${bytes} > ${MAX_NAME_BYTES})`;
  return name.toLowerCase() === name ? null : 'must be lowercase';
};

export const indexNotFound = (name: string): EsError =>
  new EsError({
    type: 'index_not_found_exception',
    status: 404,
    reason: `no such index [${name}]`,
    metadata: { index: name, 'resource.id': name, 'resource.type': 'index_or_alias' },
  });
