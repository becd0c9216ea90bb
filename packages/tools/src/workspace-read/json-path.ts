import type { Json } from '@toolstone/protocol';

export type PathStep =
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'slice'; readonly from: number; readonly to: number | undefined }
  | { readonly type: 'all' };

export type ParsedPath =
  | { readonly status: 'parsed'; readonly steps: readonly PathStep[] }
  | { readonly status: 'invalid'; readonly reason: string };

/**
 * Reads a JSON pointer (RFC 6901, starts with a slash) or a path such as `$.items[*].name`, `items[0:10]`, `["a b"].c`, `a[-1]`.
 * Of RFC 9535 it takes what selects by name, position and wildcard; filters and `..` are refused.
 */
export function parseJsonPath(text: string): ParsedPath {
  const path = text.trim();
  if (path.startsWith('/')) return { status: 'parsed', steps: path.slice(1).split('/').map(pointerStep) };
  const steps: PathStep[] = [];
  let rest = path.replace(/^\$/, '');
  if (rest !== '' && !/^[.[]/.test(rest)) rest = `.${rest}`;
  while (rest !== '') {
    const match = SEGMENT.exec(rest);
    const step = match ? toStep(match.groups ?? {}) : undefined;
    if (!match || !step)
      return { status: 'invalid', reason: `it cannot be read at ${JSON.stringify(rest.slice(0, 40))}` };
    steps.push(step);
    rest = rest.slice(match[0].length);
  }
  return { status: 'parsed', steps };
}

const SEGMENT =
  /^(?:\.(?<name>[^.[\]*\s"'][^.[\]]*)|\.(?<dotAll>\*)|\[\s*(?:(?<all>\*)|(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<from>-?\d*):(?<to>-?\d*)|(?<index>-?\d+))\s*\])/;

function toStep(groups: Readonly<Record<string, string | undefined>>): PathStep | undefined {
  const { name, dotAll, all, quoted, from, to, index } = groups;
  if (name !== undefined) return { type: 'name', name: name.trim() };
  if (dotAll !== undefined || all !== undefined) return { type: 'all' };
  if (quoted !== undefined) return { type: 'name', name: quoted.slice(1, -1).replace(/\\(.)/g, '$1') };
  if (index !== undefined) return { type: 'index', index: Number(index) };
  if (from === undefined) return undefined;
  return { type: 'slice', from: Number(from || 0), to: to ? Number(to) : undefined };
}

function pointerStep(token: string): PathStep {
  if (token === '*') return { type: 'all' };
  return { type: 'name', name: token.replaceAll('~1', '/').replaceAll('~0', '~') };
}

export type Selection =
  | { readonly status: 'found'; readonly values: readonly Json[]; readonly isMany: boolean }
  /** `steps` of them lead somewhere; `there` says what is at that place. */
  | { readonly status: 'missing'; readonly steps: number; readonly there: string };

/** What a path selects; with a wildcard or a slice, values that do not have the rest are left out. */
export function selectJson(root: Json, steps: readonly PathStep[]): Selection {
  let values: readonly Json[] = [root];
  let isMany = false;
  for (const [index, step] of steps.entries()) {
    const next = values.flatMap((value) => apply(value, step));
    if (next.length === 0 && values.length > 0 && !values.some((value) => isEmptyChoice(value, step)))
      return { status: 'missing', steps: index, there: describe(values[0] ?? null) };
    isMany ||= step.type === 'all' || step.type === 'slice';
    values = next;
  }
  return { status: 'found', values, isMany };
}

function apply(value: Json, step: PathStep): readonly Json[] {
  if (isArray(value)) {
    if (step.type === 'all') return value;
    if (step.type === 'slice') return value.slice(step.from, step.to);
    const index = step.type === 'index' ? step.index : /^\d+$/.test(step.name) ? Number(step.name) : undefined;
    const item = index === undefined ? undefined : value.at(index);
    return item === undefined ? [] : [item];
  }
  if (typeof value !== 'object' || value === null || step.type === 'slice') return [];
  if (step.type === 'all') return Object.values(value);
  const name = step.type === 'name' ? step.name : String(step.index);
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  return member === undefined ? [] : [member];
}

/** A wildcard over a container without members selects nothing, and that is an answer. */
const isEmptyChoice = (value: Json, step: PathStep): boolean =>
  step.type === 'slice' ? isArray(value) : step.type === 'all' && typeof value === 'object' && value !== null;

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

const MAX_NAMES = 30;

function describe(value: Json): string {
  if (isArray(value)) {
    return value.length === 0
      ? 'an empty array'
      : `an array of ${value.length} (use [0] to [${value.length - 1}], or [*] for all)`;
  }
  if (typeof value !== 'object' || value === null) return `the value ${JSON.stringify(value).slice(0, 80)}`;
  const names = Object.keys(value);
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => JSON.stringify(name))
    .join(', ');
  return `an object with ${shown === '' ? 'no members' : shown}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}
