import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import { impliedEnd, LambdaOpen, TypeName } from './painless-terms.ts';
import { typeNamed } from './type-names.ts';

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
const isLetterOrDigit = (code: number): boolean => isLetter(code) || (code >= 48 && code <= 57);
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0;

const longestName = 60;

/** Names of types are tokens of their own, as in Painless itself: the longest dotted name that is known. */
export const typeNames = new ExternalTokenizer((input) => {
  if (!isLetter(input.next)) return;
  let name = '';
  let length = 0;
  for (let offset = 0; offset < longestName; offset += 1) {
    const code = input.peek(offset);
    if (isLetterOrDigit(code)) {
      name += String.fromCharCode(code);
      continue;
    }
    if (typeNamed(name) !== undefined) length = offset;
    if (code !== 46 || !isLetter(input.peek(offset + 1))) break;
    name += '.';
  }
  if (length > 0) input.acceptToken(TypeName, length);
});

/** A parenthesis is the beginning of a lambda when its partner is followed by an arrow and only parameters stand between. */
export const lambdaOpen = new ExternalTokenizer((input) => {
  if (input.next !== 40) return;
  let offset = 1;
  for (; ; offset += 1) {
    const code = input.peek(offset);
    if (code === 41) break;
    const isPart = isLetterOrDigit(code) || isSpace(code) || code === 44 || code === 46 || code === 91 || code === 93;
    if (!isPart) return;
  }
  offset += 1;
  while (isSpace(input.peek(offset))) offset += 1;
  if (input.peek(offset) === 45 && input.peek(offset + 1) === 62) input.acceptToken(LambdaOpen, 1);
});

/** The last statement of a block or script needs no semicolon. */
export const impliedEnds = new ExternalTokenizer(
  (input: InputStream) => {
    if (input.next === 125 || input.next < 0) input.acceptToken(impliedEnd);
  },
  { fallback: true },
);
