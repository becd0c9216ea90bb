import { conflations, exceptions, packedWords } from './kstem-words.ts';

interface Entry {
  /** The stem, or null where it is the word itself. */
  readonly stem: string | null;
  readonly isException: boolean;
}

const plainEntry: Entry = { stem: null, isException: false };

const unpackWords = function* (): Generator<string> {
  let word = '';
  for (const [, shared = 'A', rest = ''] of packedWords.matchAll(/([A-Z])([a-z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
    yield word;
  }
};

const readDictionary = (): ReadonlyMap<string, Entry> => {
  const entries = new Map<string, Entry>();
  for (const word of unpackWords()) entries.set(word, plainEntry);
  for (const word of exceptions.trim().split(/\s+/)) entries.set(word, { stem: word, isException: true });
  for (const pair of conflations.trim().split(/\s+/)) {
    const [word = '', stem = ''] = pair.split('=');
    entries.set(word, { stem, isException: false });
  }
  return entries;
};

let dictionary: ReadonlyMap<string, Entry> | undefined;

/** A word on its way: rules try forms until the dictionary knows one. */
interface Attempt {
  word: string;
  found: Entry | undefined;
}

const isVowelAt = (word: string, at: number): boolean => {
  const letter = word.charAt(at);
  if (letter !== '' && 'aeiou'.includes(letter)) return true;
  return letter === 'y' && at > 0 && !isVowelAt(word, at - 1);
};

const hasVowel = (word: string): boolean => {
  for (let at = 0; at < word.length; at++) if (isVowelAt(word, at)) return true;
  return false;
};

const endsDouble = (word: string): boolean => {
  const last = word.length - 1;
  return last >= 1 && word.charAt(last) === word.charAt(last - 1) && !isVowelAt(word, last);
};

/** What stands before a suffix; undefined where the word does not end in it, or is nothing else. */
const before = ({ word }: Attempt, suffix: string): string | undefined =>
  word.length > suffix.length && word.endsWith(suffix) ? word.slice(0, -suffix.length) : undefined;

/** Takes a form, and tells whether the dictionary has it. */
const tryForm = (attempt: Attempt, form: string): boolean => {
  attempt.word = form;
  attempt.found = dictionary?.get(form);
  return attempt.found !== undefined;
};

/** The first of several forms that the dictionary has, or else the form to go on with. */
const tryForms = (attempt: Attempt, forms: readonly string[], otherwise: string): void => {
  for (const form of forms) if (tryForm(attempt, form)) return;
  attempt.word = otherwise;
};

const plural = (attempt: Attempt): void => {
  const { word } = attempt;
  if (!word.endsWith('s')) return;
  const ies = before(attempt, 'ies');
  if (ies !== undefined) {
    if (!tryForm(attempt, `${ies}ie`)) tryForm(attempt, `${ies}y`);
    return;
  }
  const es = before(attempt, 'es');
  if (es !== undefined) {
    const triesE = es.length > 1 && !es.endsWith('ss');
    if (triesE && tryForm(attempt, `${es}e`)) return;
    if (tryForm(attempt, es)) return;
    attempt.word = `${es}e`;
    if (!triesE) tryForm(attempt, `${es}e`);
    return;
  }
  if (word.length > 3 && !word.endsWith('ss') && before(attempt, 'ous') === undefined)
    tryForm(attempt, word.slice(0, -1));
};

/** A form that is known and only then taken: exceptions are not. */
const takeKnown = (attempt: Attempt, form: string): boolean => {
  const entry = dictionary?.get(form);
  attempt.word = form;
  if (entry === undefined || entry.isException) return false;
  attempt.found = entry;
  return true;
};

const pastTense = (attempt: Attempt): void => {
  if (attempt.word.length <= 4) return;
  const ied = before(attempt, 'ied');
  if (ied !== undefined) {
    if (!tryForm(attempt, `${ied}ie`)) tryForm(attempt, `${ied}y`);
    return;
  }
  const stem = before(attempt, 'ed');
  if (stem === undefined || !hasVowel(stem)) return;
  if (takeKnown(attempt, `${stem}e`) || tryForm(attempt, stem)) return;
  if (endsDouble(stem)) {
    if (!tryForm(attempt, stem.slice(0, -1))) tryForm(attempt, stem);
    return;
  }
  attempt.word = stem.startsWith('un') ? `${stem}ed` : `${stem}e`;
};

const progressive = (attempt: Attempt): void => {
  if (attempt.word.length <= 5) return;
  const stem = before(attempt, 'ing');
  if (stem === undefined || !hasVowel(stem)) return;
  if (takeKnown(attempt, `${stem}e`) || tryForm(attempt, stem)) return;
  if (endsDouble(stem)) {
    if (!tryForm(attempt, stem.slice(0, -1))) tryForm(attempt, stem);
    return;
  }
  const last = stem.length - 1;
  const endsInTwo = last > 0 && !isVowelAt(stem, last) && !isVowelAt(stem, last - 1);
  attempt.word = endsInTwo ? stem : `${stem}e`;
};

const ity = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ity');
  if (stem === undefined || tryForm(attempt, stem) || tryForm(attempt, `${stem}e`)) return;
  if (stem.length > 1 && stem.endsWith('il')) tryForm(attempt, `${stem.slice(0, -2)}le`);
  else if (stem.length > 1 && stem.endsWith('iv')) tryForm(attempt, `${stem}e`);
  else if (stem.length > 1 && stem.endsWith('al')) tryForm(attempt, stem);
  else if (!tryForm(attempt, word)) attempt.word = stem;
};

const ness = (attempt: Attempt): void => {
  const stem = before(attempt, 'ness');
  if (stem !== undefined) tryForm(attempt, stem.endsWith('i') ? `${stem.slice(0, -1)}y` : stem);
};

const ion = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ion');
  if (stem === undefined) return;
  const ization = before(attempt, 'ization');
  if (ization !== undefined) {
    tryForm(attempt, `${ization}ize`);
    return;
  }
  const ition = before(attempt, 'ition');
  const ation = before(attempt, 'ation');
  if (ition !== undefined) {
    if (tryForm(attempt, `${ition}e`)) return;
  } else if (ation !== undefined) {
    if (tryForm(attempt, `${ation}ate`) || tryForm(attempt, `${ation}e`) || tryForm(attempt, ation)) return;
  }
  attempt.word = word;
  const ication = before(attempt, 'ication');
  if (ication !== undefined && tryForm(attempt, `${ication}y`)) return;
  tryForms(attempt, [`${stem}e`, stem], word);
};

const agent = (attempt: Attempt): void => {
  const { word } = attempt;
  if (!word.endsWith('r')) return;
  const izer = before(attempt, 'izer');
  if (izer !== undefined) {
    tryForm(attempt, `${izer}ize`);
    return;
  }
  const stem = before(attempt, 'er') ?? before(attempt, 'or');
  if (stem === undefined) return;
  const vowel = word.charAt(word.length - 2);
  if (endsDouble(stem) && tryForm(attempt, stem.slice(0, -1))) return;
  if (stem.endsWith('i') && tryForm(attempt, `${stem.slice(0, -1)}y`)) return;
  if (stem.endsWith('e') && tryForm(attempt, stem.slice(0, -1))) return;
  // After the `i` that was given back an `e` stands, whatever stood there.
  const shorter = stem.endsWith('i') || stem.endsWith('e') ? `${stem}e` : stem + vowel;
  tryForms(attempt, [shorter, stem, `${stem}e`], word);
};

const ly = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ly');
  if (stem === undefined || tryForm(attempt, `${stem}le`) || tryForm(attempt, stem)) return;
  if (stem.length > 1 && stem.endsWith('al')) {
    attempt.word = stem;
    return;
  }
  attempt.word = word;
  if (stem.length > 1 && stem.endsWith('ab')) {
    attempt.word = `${stem}le`;
    return;
  }
  if (stem.endsWith('i') && tryForm(attempt, `${stem.slice(0, -1)}y`)) return;
  attempt.word = stem;
};

const al = (attempt: Attempt): void => {
  const { word } = attempt;
  if (word.length < 4) return;
  const stem = before(attempt, 'al');
  if (stem === undefined || tryForm(attempt, stem)) return;
  if (endsDouble(stem) && tryForm(attempt, stem.slice(0, -1))) return;
  if (tryForm(attempt, `${stem}e`) || tryForm(attempt, `${stem}um`)) return;
  attempt.word = word;
  if (stem.length > 1 && stem.endsWith('ic')) {
    const root = stem.slice(0, -2);
    if (!tryForm(attempt, root) && !tryForm(attempt, `${root}y`)) tryForm(attempt, `${root}ic`);
  } else if (stem.endsWith('i') && !tryForm(attempt, stem.slice(0, -1))) tryForm(attempt, word);
};

const ive = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ive');
  if (stem === undefined || tryForm(attempt, stem) || tryForm(attempt, `${stem}e`)) return;
  if (stem.length > 1 && stem.endsWith('at')) {
    const root = stem.slice(0, -2);
    if (tryForm(attempt, `${root}e`) || tryForm(attempt, root)) return;
  }
  tryForms(attempt, [`${stem}ion`], word);
};

const ize = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ize');
  if (stem === undefined || tryForm(attempt, stem)) return;
  if (endsDouble(stem) && tryForm(attempt, stem.slice(0, -1))) return;
  tryForms(attempt, [`${stem}e`], word);
};

const ment = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ment');
  if (stem !== undefined) tryForms(attempt, [stem], word);
};

const ble = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ble');
  if (stem === undefined || !/[ai]$/.test(stem)) return;
  const root = stem.slice(0, -1);
  if (tryForm(attempt, root)) return;
  if (endsDouble(root) && tryForm(attempt, root.slice(0, -1))) return;
  tryForms(attempt, [`${root}e`, `${root}ate`], word);
};

const ism = (attempt: Attempt): void => {
  const stem = before(attempt, 'ism');
  if (stem !== undefined) tryForm(attempt, stem);
};

const ic = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'ic');
  if (stem !== undefined) tryForms(attempt, [`${stem}ical`, `${stem}y`, `${stem}e`, stem], word);
};

const ncy = (attempt: Attempt): void => {
  const stem = before(attempt, 'ncy');
  if (stem === undefined || !/[ea]$/.test(stem)) return;
  if (!tryForm(attempt, `${stem}nt`)) tryForm(attempt, `${stem}nce`);
};

const nce = (attempt: Attempt): void => {
  const { word } = attempt;
  const stem = before(attempt, 'nce');
  if (stem === undefined || !/[ea]$/.test(stem)) return;
  const root = stem.slice(0, -1);
  tryForms(attempt, [`${root}e`, root], word);
};

const steps = [plural, pastTense, progressive, ity, ness, ion, agent, ly, al];
const laterSteps = [ive, ize, ment, ble, ism, ic, ncy, nce];

/** Robert Krovetz' stemmer for English: takes inflections off as long as a dictionary knows what is left. */
export const stemKrovetz = (given: string): string => {
  dictionary ??= readDictionary();
  if (given.length <= 2 || given.length >= 50) return given;
  const known = dictionary.get(given);
  if (known !== undefined) return known.stem ?? given;
  if (!/^[a-z]+$/.test(given)) return given;
  const attempt: Attempt = { word: given, found: undefined };
  for (const step of steps) {
    step(attempt);
    if (attempt.found !== undefined) return attempt.found.stem ?? attempt.word;
  }
  const entry = dictionary.get(attempt.word);
  if (entry !== undefined && !entry.isException) {
    attempt.found = entry;
  }
  for (const step of laterSteps) {
    step(attempt);
    if (attempt.found !== undefined) break;
  }
  return attempt.found?.stem ?? attempt.word;
};
