/** Pairs of letters (`from to`), where a `-` in the place of the second takes the letter out. */
export const letterTable = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs.split(/\s+/).map((pair): readonly [string, string] => {
      const [from = '', ...to] = pair;
      const text = to.join('');
      return [from, text === '-' ? '' : text];
    }),
  );

/** Each letter as the table says; the text itself where none of them occurs. */
export const replaceLetters = (text: string, table: ReadonlyMap<string, string>): string => {
  let at = 0;
  while (at < text.length && !table.has(text.charAt(at))) at++;
  if (at === text.length) return text;
  let out = text.slice(0, at);
  for (; at < text.length; at++) {
    const letter = text.charAt(at);
    out += table.get(letter) ?? letter;
  }
  return out;
};
