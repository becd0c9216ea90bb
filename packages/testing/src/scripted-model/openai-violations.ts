import { kindOf } from './loose.ts';
import type { Violation } from './wire.ts';

export function missing(param: string): Violation {
  return { message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' };
}

export function wrongType(param: string, expected: string, value: unknown): Violation {
  return {
    message: `Invalid type for '${param}': expected ${expected}, but got ${kindOf(value)} instead.`,
    param,
    code: 'invalid_type',
  };
}

export function tooLong(param: string, max: number, length: number): Violation {
  return {
    message: `Invalid '${param}': string too long. Expected a string with maximum length ${max}, but got a string with length ${length} instead.`,
    param,
    code: 'string_above_max_length',
  };
}

export function emptyArray(param: string): Violation {
  return {
    message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
    code: 'empty_array',
  };
}

export function unsupportedValue(param: string, value: unknown, supported: readonly string[]): Violation {
  const quoted = supported.map((name) => `'${name}'`);
  const list =
    quoted.length > 1
      ? `${quoted.slice(0, -1).join(', ')}${quoted.length > 2 ? ',' : ''} and ${quoted.at(-1)}`
      : quoted.join('');
  return {
    message: `Invalid value: ${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}. Supported values are: ${list}.`,
    param,
    code: 'invalid_value',
  };
}

export function emptyString(param: string): Violation {
  return {
    message: `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
    param,
    code: 'empty_string',
  };
}
