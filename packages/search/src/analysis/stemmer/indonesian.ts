const isVowel = (letter: string): boolean => letter !== '' && 'aeiou'.includes(letter);

type Prefix = 'ke' | 'peng' | 'di' | 'meng' | 'ter' | 'ber' | 'pe' | 'per';

interface Prefixed {
  readonly word: string;
  readonly prefix: Prefix;
}

const firstPrefix = (word: string): Prefixed | undefined => {
  const vowelAt = (at: number): boolean => isVowel(word.charAt(at));
  if (word.startsWith('meng')) return { word: word.slice(4), prefix: 'meng' };
  if (word.startsWith('meny') && vowelAt(4)) return { word: `s${word.slice(4)}`, prefix: 'meng' };
  if (/^me[nm]/.test(word)) return { word: word.slice(3), prefix: 'meng' };
  if (word.startsWith('me')) return { word: word.slice(2), prefix: 'meng' };
  if (word.startsWith('peng')) return { word: word.slice(4), prefix: 'peng' };
  if (word.startsWith('peny')) return { word: (vowelAt(4) ? 's' : '') + word.slice(4), prefix: 'peng' };
  if (word.startsWith('pen')) return { word: (vowelAt(3) ? 't' : '') + word.slice(3), prefix: 'peng' };
  if (word.startsWith('pem')) return { word: word.slice(3), prefix: 'peng' };
  if (word.startsWith('di')) return { word: word.slice(2), prefix: 'di' };
  if (word.startsWith('ter')) return { word: word.slice(3), prefix: 'ter' };
  return word.startsWith('ke') ? { word: word.slice(2), prefix: 'ke' } : undefined;
};

const secondPrefix = (word: string): Prefixed | undefined => {
  if (word.startsWith('ber')) return { word: word.slice(3), prefix: 'ber' };
  if (word === 'belajar') return { word: word.slice(3), prefix: 'ber' };
  if (/^be[^aeiou]er/.test(word)) return { word: word.slice(2), prefix: 'ber' };
  if (word.startsWith('per') || word === 'pelajar') return { word: word.slice(3), prefix: 'per' };
  return word.startsWith('pe') ? { word: word.slice(2), prefix: 'pe' } : undefined;
};

const withoutSuffix = (word: string, taken: ReadonlySet<Prefix>): string => {
  const none = (...prefixes: readonly Prefix[]): boolean => !prefixes.some((prefix) => taken.has(prefix));
  if (word.endsWith('kan') && none('ke', 'peng', 'pe')) return word.slice(0, -3);
  if (word.endsWith('an') && none('di', 'meng', 'ter')) return word.slice(0, -2);
  return word.endsWith('i') && !word.endsWith('si') && none('ber', 'ke', 'peng') ? word.slice(0, -1) : word;
};

/** Fadillah Tala's stemmer for Indonesian: particles, possessives and (`derivations`) affixes, while two syllables stay. */
export const stemIndonesian = (given: string, derivations = true): string => {
  let word = given;
  // Counted once: each affix that goes counts as one syllable.
  let syllables = Array.from(word).filter(isVowel).length;
  const taken = new Set<Prefix>();
  const shorten = (next: string): boolean => {
    if (next === word) return false;
    word = next;
    syllables--;
    return true;
  };
  const takePrefix = (found: Prefixed | undefined): boolean => {
    if (found === undefined) return false;
    taken.add(found.prefix);
    return shorten(found.word);
  };
  if (syllables > 2) shorten(word.replace(/(?:kah|lah|pun)$/, ''));
  if (syllables > 2) shorten(word.replace(/(?:ku|mu|nya)$/, ''));
  if (!derivations) return word;
  if (syllables > 2 && takePrefix(firstPrefix(word))) {
    const hasSuffix = syllables > 2 && shorten(withoutSuffix(word, taken));
    if (hasSuffix && syllables > 2) takePrefix(secondPrefix(word));
    return word;
  }
  if (syllables > 2) takePrefix(secondPrefix(word));
  if (syllables > 2) shorten(withoutSuffix(word, taken));
  return word;
};
