/** Groups of letters that count as one, and the sign that stands for each meanwhile. */
const groups: readonly (readonly [string, string])[] = [
  ['sch', '$'],
  ['ch', '§'],
  ['ei', '%'],
  ['ie', '&'],
  ['ig', '#'],
  ['st', '!'],
];
const plain: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' };

/** The word with one sign for each group and `*` for a doubled letter, and how many letters that saved. */
const encode = (word: string): { readonly code: string; readonly saved: number } => {
  let code = '';
  let saved = 0;
  let rest = word;
  while (rest !== '') {
    let letter = rest.charAt(0);
    if (code !== '' && letter === code.charAt(code.length - 1)) letter = '*';
    else if (plain[letter] !== undefined) letter = plain[letter] ?? letter;
    else if (letter === 'ß') {
      letter = 's';
      rest = `ss${rest.slice(1)}`;
      saved++;
    }
    rest = letter + rest.slice(1);
    const group = rest.length > 1 ? groups.find(([letters]) => rest.startsWith(letters)) : undefined;
    if (group === undefined) code += letter;
    else {
      code += group[1];
      saved += group[0].length - 1;
    }
    rest = rest.slice(group === undefined ? 1 : group[0].length);
  }
  return { code, saved };
};

const decode = (code: string): string => {
  let word = '';
  for (const sign of code) {
    word += sign === '*' ? word.charAt(word.length - 1) : (groups.find(([, known]) => known === sign)?.[0] ?? sign);
  }
  return word;
};

const strip = (given: string, saved: number): string => {
  let code = given;
  while (code.length > 3) {
    if (code.length + saved > 5 && code.endsWith('nd')) code = code.slice(0, -2);
    else if (code.length + saved > 4 && /e[mr]$/.test(code)) code = code.slice(0, -2);
    else if (/[esnt]$/.test(code)) code = code.slice(0, -1);
    else break;
  }
  return code;
};

/** Jörg Caumanns' stemmer for German: endings of any kind, whatever the part of speech. */
export const stemGermanCaumanns = (term: string): string => {
  const word = term.toLowerCase();
  if (!/^\p{L}*$/u.test(word)) return word;
  const { code, saved } = encode(word);
  let stem = strip(code, saved);
  if (stem.length > 5 && stem.endsWith('erin*')) stem = strip(stem.slice(0, -1), saved);
  if (stem.endsWith('z')) stem = `${stem.slice(0, -1)}x`;
  const decoded = decode(stem);
  return decoded.length > 4 ? decoded.replace('gege', 'ge') : decoded;
};
