import type { Failure } from '@toolstone/protocol';
import { escapePattern } from '../shared/line-filter/check-pattern.ts';

const MAX_DETAIL_CHARS = 2000;

/** What ripgrep's complaint means, and how to go on. */
export function searchFailure(stderr: string, query: string): Failure {
  const detail = stderr.trim().slice(0, MAX_DETAIL_CHARS);
  if (/literal .* is not allowed in a regex|multiline mode/.test(stderr)) {
    return {
      code: 'SEARCH_NEEDS_MULTILINE',
      message: 'the query holds a line end, and lines are searched one by one',
      nextStep: 'Set "multiline": true',
    };
  }
  if (/error parsing glob|invalid glob/.test(stderr)) {
    return {
      code: 'SEARCH_GLOB_INVALID',
      message: 'the glob is not valid',
      nextStep: 'Use a pattern such as *.ts, *.{js,ts} or src/**',
      detail,
    };
  }
  if (/regex|pattern/i.test(stderr)) {
    const cause = /^error: (.*)$/m.exec(stderr)?.[1] ?? /PCRE2: (.*)$/m.exec(stderr)?.[1] ?? 'see below';
    return {
      code: 'SEARCH_PATTERN_INVALID',
      message: `the query is not a valid regular expression: ${cause}`,
      nextStep: `To search for the text itself, escape it: ${JSON.stringify(escapePattern(query))}`,
      detail,
    };
  }
  return {
    code: 'SEARCH_FAILED',
    message: 'ripgrep could not search',
    nextStep: 'See what it says below',
    detail: detail === '' ? '(it said nothing)' : detail,
  };
}

export const noRipgrep: Failure = {
  code: 'SEARCH_UNAVAILABLE',
  message: 'ripgrep is not installed: neither with the program nor as rg on the PATH',
  nextStep: 'Use bash with grep -rn, and tell the person to install ripgrep',
};
