const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
};

/**
 * Each code point in its simple lower case (one for one, no rules of place or language), as Java's `Character.toLowerCase`:
 * `İ` becomes `i`, a final capital sigma `σ`.
 */
export const lowerCase = (text: string): string => {
  if (isAscii(text)) return text.toLowerCase();
  const lower = text.includes('İ') ? text.replaceAll('İ', 'i') : text;
  // A whole string's capital sigma depends on its place: each by itself does not.
  return lower.includes('Σ') ? Array.from(lower, (letter) => letter.toLowerCase()).join('') : lower.toLowerCase();
};

/** Each code point in its simple upper case, as Java's `Character.toUpperCase`: `ß` stays. */
export const upperCase = (text: string): string => {
  if (isAscii(text)) return text.toUpperCase();
  return Array.from(text, simpleUpper).join('');
};

/** Whether both are equal without regard to case. */
export const equalsIgnoringCase = (a: string, b: string): boolean => lowerCase(a) === lowerCase(b);

const simpleUpper = (letter: string): string => {
  const upper = letter.toUpperCase();
  if (upper.length === letter.length) return upper;
  const code = letter.charCodeAt(0);
  // Greek letters with an iota below: their one-letter upper case is the title case.
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCharCode(code | 8);
  if (code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3) return String.fromCharCode(code + 9);
  return [...upper].length === 1 ? upper : letter;
};
