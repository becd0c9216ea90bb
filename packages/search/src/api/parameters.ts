import { parseTimeValueMs } from '../dates/interval.ts';
import { type EsError, illegalArgument } from '../error/es-error.ts';
import { nearestName } from '../text/nearest-name.ts';

/** The parameters of one request: each is to be read by its handler, and what nobody read is refused. */
export interface RequestParameters {
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
  /** `true` for a name without a value. */
  flag(name: string, fallback: boolean): boolean;
  integer(name: string): number | undefined;
  timeMs(name: string): number | undefined;
  /** Throws for parameters that were not read. */
  refuseUnread(path: string): void;
}

/** What every request may carry; read where answers are written. */
const everywhere = ['pretty', 'human', 'error_trace', 'filter_path', 'format', 'source', 'source_content_type'];

export const createParameters = (given: ReadonlyMap<string, string>): RequestParameters => {
  const read = new Set<string>(everywhere);
  const text = (name: string): string | undefined => {
    read.add(name);
    return given.get(name);
  };
  return {
    text,
    texts(name) {
      const value = text(name);
      return value === undefined ? undefined : value.split(',').filter((part) => part !== '');
    },
    flag(name, fallback) {
      const value = text(name);
      if (value === undefined) return fallback;
      if (value === '' || value === 'true') return true;
      if (value === 'false') return false;
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    },
    integer(name) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (/^[+-]?\d+$/.test(value) && Math.abs(number) <= 0x7fffffff) return number;
      throw illegalArgument(`Failed to parse int parameter [${name}] with value [${value}]`, {
        causedBy: { type: 'number_format_exception', status: 400, reason: `For input string: "${value}"` },
      });
    },
    timeMs(name) {
      const value = text(name);
      return value === undefined ? undefined : parseTimeValueMs(value, name);
    },
    refuseUnread(path) {
      const unread = [...given.keys()].filter((name) => !read.has(name));
      if (unread.length > 0) throw unrecognized(path, unread, [...read]);
    },
  };
};

const unrecognized = (path: string, names: readonly string[], known: readonly string[]): EsError => {
  const each = names.map((name) => {
    const near = nearestName(name, known);
    return `[${name}]${near === undefined ? '' : ` -> did you mean [${near}]?`}`;
  });
  const noun = names.length === 1 ? 'unrecognized parameter' : 'unrecognized parameters';
  return illegalArgument(`request [${path}] contains ${noun}: ${each.join(', ')}`);
};
