import { emptyString, missing, tooLong, wrongType } from './openai-violations.ts';
import type { Violation } from './wire.ts';

const namePattern = /^[a-zA-Z0-9_-]+$/;
const maxNameLength = 64;
const maxTools = 128;

/** The rules for a name of a function, wherever it stands. */
export function* checkOpenAiName(name: unknown, param: string): Generator<Violation> {
  if (name === undefined) {
    yield missing(param);
  } else if (typeof name !== 'string') {
    yield wrongType(param, 'a string', name);
  } else if (name === '') {
    yield emptyString(param);
  } else if (name.length > maxNameLength) {
    yield tooLong(param, maxNameLength, name.length);
  } else if (!namePattern.test(name)) {
    yield {
      message: `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      param,
      code: 'invalid_value',
    };
  }
}

export function* checkToolCount(tools: readonly unknown[]): Generator<Violation> {
  if (tools.length > maxTools) {
    yield {
      message: `Invalid 'tools': array too long. Expected an array with maximum length ${maxTools}, but got an array with length ${tools.length} instead.`,
      param: 'tools',
      code: 'array_above_max_length',
    };
  }
}
