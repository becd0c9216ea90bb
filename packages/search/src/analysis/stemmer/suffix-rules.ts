/** `suffixes` (apart by blanks) go from words longer than `over`, or as many units as `cut` says; `put` takes their place. */
export interface SuffixRule {
  readonly over: number;
  readonly suffixes: readonly string[];
  readonly cut: number;
  readonly put: string;
}

/** `cut` -1: all of the suffix. */
export const rule = (over: number, suffixes: string, cut = -1, put = ''): SuffixRule => ({
  over,
  suffixes: suffixes.split(' '),
  cut,
  put,
});

/** What the first rule that fits makes of the word; undefined where none does. */
export const applyFirst = (word: string, rules: readonly SuffixRule[]): string | undefined => {
  for (const { over, suffixes, cut, put } of rules) {
    if (word.length <= over) continue;
    for (const suffix of suffixes) {
      if (word.endsWith(suffix)) return word.slice(0, word.length - (cut < 0 ? suffix.length : cut)) + put;
    }
  }
  return undefined;
};

/** The same, with the word itself where no rule fits. */
export const strip = (word: string, rules: readonly SuffixRule[]): string => applyFirst(word, rules) ?? word;

export const endsWithAny = (word: string, suffixes: readonly string[]): boolean =>
  suffixes.some((suffix) => word.endsWith(suffix));

/** Of letters that follow each other alike only the first, where `isDoubling` says so of the letter. */
export const withoutDoubles = (word: string, isDoubling: (letter: string) => boolean): string => {
  let out = word.charAt(0);
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    if (letter === out.charAt(out.length - 1) && isDoubling(letter)) continue;
    out += letter;
  }
  return out;
};
