import type { Token } from '../analysis/token.ts';
import type { CompletionField } from './field-type.ts';

/** Between the words of a completion's term. */
const SEPARATOR = '\u001f';
/** In place of a word that the analyzer took out. */
const HOLE = '\u001e';
/** After a context's name and value. */
const CONTEXT_END = '\u001d';

/** One input's tokens as the term that a completion field keeps: words in order, with what stood between them as configured. */
export const completionTerm = (
  tokens: readonly Token[],
  field: Pick<CompletionField, 'preservesSeparators' | 'preservesPositionIncrements'>,
): string => {
  let term = '';
  let last = -1;
  for (const token of tokens) {
    if (token.position === last) continue;
    const holes = field.preservesPositionIncrements ? token.position - last - 1 : 0;
    const between = field.preservesSeparators ? SEPARATOR : '';
    for (let hole = 0; hole < holes; hole++) term += `${last + hole >= 0 ? between : ''}${HOLE}`;
    term += `${last < 0 && holes === 0 ? '' : between}${token.term}`;
    last = token.position;
  }
  return term;
};

/** A term under one value of one context. */
export const contextTerm = (name: string, value: string, term: string): string =>
  `${name}${CONTEXT_END}${value}${CONTEXT_END}${term}`;
