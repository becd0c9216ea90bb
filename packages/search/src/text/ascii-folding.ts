import { asciiFoldings } from './ascii-folding-table.ts';

const table = new Map<string, string>(
  asciiFoldings.flatMap(([to, letters]) => Array.from(letters, (letter): readonly [string, string] => [letter, to])),
);

/** Letters, digits and signs beyond ASCII as what stands for them in ASCII; what has no such stays. */
export const foldToAscii = (text: string): string => {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) < 128) at++;
  if (at === text.length) return text;
  let out = text.slice(0, at);
  for (; at < text.length; at++) {
    const letter = text.charAt(at);
    out += letter < '\u0080' ? letter : (table.get(letter) ?? letter);
  }
  return out;
};
