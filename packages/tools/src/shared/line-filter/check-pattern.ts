import type { Failure } from '@toolstone/protocol';

const MAX_PATTERN_CHARS = 512;

/** What is wrong with a JavaScript regular expression, if anything. It is compiled only, never run. */
export function checkPattern(pattern: string, parameter: string): Failure | undefined {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return {
      code: 'PATTERN_TOO_LONG',
      message: `"${parameter}" has ${pattern.length} characters; at most ${MAX_PATTERN_CHARS} are taken`,
      nextStep: 'Use a shorter pattern',
    };
  }
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    return {
      code: 'PATTERN_INVALID',
      message: `"${parameter}": ${error instanceof Error ? error.message : 'not a regular expression'}`,
      nextStep: `To look for the text itself, escape it: ${JSON.stringify(escapePattern(pattern))}`,
    };
  }
}

/** A pattern that matches the text itself. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export const patternTooSlow = (parameter: string, seconds: number): Failure => ({
  code: 'PATTERN_TOO_SLOW',
  message: `matching "${parameter}" took longer than ${seconds} s and was stopped`,
  nextStep: 'Use a simpler pattern, without nested repetition; nothing was consumed',
});
