/** Whether a code point belongs to a class, as Java's `Character` answers. */
export type CharacterTest = (codePoint: number) => boolean;

const byExpression = (expression: RegExp): CharacterTest => {
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
  return (codePoint) => (codePoint < 128 ? ascii[codePoint] === 1 : expression.test(String.fromCodePoint(codePoint)));
};

export const isLetter = byExpression(/^\p{L}$/u);
export const isDigit = byExpression(/^\p{Nd}$/u);
const isSeparator = byExpression(/^\p{Z}$/u);
/** Separators but the no-break ones, and the control characters that are blank. */
export const isWhitespace: CharacterTest = (codePoint) =>
  codePoint < 0x80
    ? codePoint === 0x20 || (codePoint >= 0x09 && codePoint <= 0x0d) || (codePoint >= 0x1c && codePoint <= 0x1f)
    : isSeparator(codePoint) && codePoint !== 0xa0 && codePoint !== 0x2007 && codePoint !== 0x202f;
export const isPunctuation = byExpression(/^\p{P}$/u);
export const isSymbol = byExpression(/^\p{S}$/u);

/** The classes that `token_chars` and `tokenize_on_chars` name. */
export const basicClasses: ReadonlyMap<string, CharacterTest> = new Map([
  ['letter', isLetter],
  ['digit', isDigit],
  ['whitespace', isWhitespace],
  ['punctuation', isPunctuation],
  ['symbol', isSymbol],
]);

const categories: readonly (readonly [string, string])[] = [
  ['uppercase_letter', 'Lu'],
  ['lowercase_letter', 'Ll'],
  ['titlecase_letter', 'Lt'],
  ['modifier_letter', 'Lm'],
  ['other_letter', 'Lo'],
  ['non_spacing_mark', 'Mn'],
  ['enclosing_mark', 'Me'],
  ['combining_spacing_mark', 'Mc'],
  ['decimal_digit_number', 'Nd'],
  ['letter_number', 'Nl'],
  ['other_number', 'No'],
  ['space_separator', 'Zs'],
  ['line_separator', 'Zl'],
  ['paragraph_separator', 'Zp'],
  ['control', 'Cc'],
  ['format', 'Cf'],
  ['private_use', 'Co'],
  ['surrogate', 'Cs'],
  ['dash_punctuation', 'Pd'],
  ['start_punctuation', 'Ps'],
  ['end_punctuation', 'Pe'],
  ['connector_punctuation', 'Pc'],
  ['other_punctuation', 'Po'],
  ['math_symbol', 'Sm'],
  ['currency_symbol', 'Sc'],
  ['modifier_symbol', 'Sk'],
  ['other_symbol', 'So'],
  ['initial_quote_punctuation', 'Pi'],
  ['final_quote_punctuation', 'Pf'],
  ['unassigned', 'Cn'],
];

/** The general categories by Java's names in lower case. */
export const categoryClasses: ReadonlyMap<string, CharacterTest> = new Map(
  categories.map(([name, category]) => [name, byExpression(new RegExp(`^\\p{${category}}$`, 'u'))]),
);
