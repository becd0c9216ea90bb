/** Plural `s` only (Harman's S-stemmer). */
export const stemEnglishMinimal = (word: string): string => {
  if (word.length < 3 || !word.endsWith('s') || /[us]s$/.test(word)) return word;
  if (word.length > 3 && /[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[iaoe]es$/.test(word) ? word : word.slice(0, -1);
};

/** Words on `-oes` and `-ches` whose singular keeps its `e`. */
const keepsE =
  /(?:shoes|canoes|oboes|cliches|avalanches|mustaches|moustaches|quiches|headaches|heartaches|porsches|tranches|caches)$/;

/** Plurals as they are formed today. */
export const stemEnglishPlural = (word: string): string => {
  const { length } = word;
  if (length < 3 || !word.endsWith('s') || /[us]s$/.test(word)) return word;
  if (word.endsWith('es')) {
    if (length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
    if (length > 4 && word.endsWith('xes')) return word.slice(0, -2);
    const isShort = (length > 3 && word.endsWith('oes')) || (length > 4 && /(?:s[hs]|ch)es$/.test(word));
    if (isShort && !(/(?:o|ch)es$/.test(word) && isExceptional(word))) return word.slice(0, -2);
  }
  return word.slice(0, -1);
};

/** A word that is the end of an exception counts as one too. */
const isExceptional = (word: string): boolean =>
  keepsE.test(word) || exceptions.some((exception) => exception.endsWith(word));

const exceptions =
  'shoes canoes oboes cliches avalanches mustaches moustaches quiches headaches heartaches porsches tranches caches'.split(
    ' ',
  );

/** Without `'s`, with any apostrophe. */
export const withoutPossessive = (term: string): string => {
  const { length } = term;
  if (length < 2) return term;
  const last = term.charCodeAt(length - 1);
  if (last !== 0x73 && last !== 0x53) return term;
  const mark = term.charCodeAt(length - 2);
  return mark === 0x27 || mark === 0x2019 || mark === 0xff07 ? term.slice(0, -2) : term;
};
