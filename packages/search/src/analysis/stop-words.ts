import { arabicStopWords } from './stop-words/arabic.ts';
import { armenianStopWords } from './stop-words/armenian.ts';
import { basqueStopWords } from './stop-words/basque.ts';
import { bengaliStopWords } from './stop-words/bengali.ts';
import { brazilianStopWords } from './stop-words/brazilian.ts';
import { bulgarianStopWords } from './stop-words/bulgarian.ts';
import { catalanStopWords } from './stop-words/catalan.ts';
import { cjkStopWords } from './stop-words/cjk.ts';
import { czechStopWords } from './stop-words/czech.ts';
import { danishStopWords } from './stop-words/danish.ts';
import { dutchStopWords } from './stop-words/dutch.ts';
import { englishStopWords } from './stop-words/english.ts';
import { estonianStopWords } from './stop-words/estonian.ts';
import { finnishStopWords } from './stop-words/finnish.ts';
import { frenchStopWords } from './stop-words/french.ts';
import { galicianStopWords } from './stop-words/galician.ts';
import { germanStopWords } from './stop-words/german.ts';
import { greekStopWords } from './stop-words/greek.ts';
import { hindiStopWords } from './stop-words/hindi.ts';
import { hungarianStopWords } from './stop-words/hungarian.ts';
import { indonesianStopWords } from './stop-words/indonesian.ts';
import { irishStopWords } from './stop-words/irish.ts';
import { italianStopWords } from './stop-words/italian.ts';
import { latvianStopWords } from './stop-words/latvian.ts';
import { lithuanianStopWords } from './stop-words/lithuanian.ts';
import { norwegianStopWords } from './stop-words/norwegian.ts';
import { persianStopWords } from './stop-words/persian.ts';
import { portugueseStopWords } from './stop-words/portuguese.ts';
import { romanianStopWords } from './stop-words/romanian.ts';
import { russianStopWords } from './stop-words/russian.ts';
import { serbianStopWords } from './stop-words/serbian.ts';
import { soraniStopWords } from './stop-words/sorani.ts';
import { spanishStopWords } from './stop-words/spanish.ts';
import { swedishStopWords } from './stop-words/swedish.ts';
import { thaiStopWords } from './stop-words/thai.ts';
import { turkishStopWords } from './stop-words/turkish.ts';

const lists: Readonly<Record<string, string>> = {
  arabic: arabicStopWords,
  armenian: armenianStopWords,
  basque: basqueStopWords,
  bengali: bengaliStopWords,
  brazilian: brazilianStopWords,
  bulgarian: bulgarianStopWords,
  catalan: catalanStopWords,
  cjk: cjkStopWords,
  czech: czechStopWords,
  danish: danishStopWords,
  dutch: dutchStopWords,
  english: englishStopWords,
  estonian: estonianStopWords,
  finnish: finnishStopWords,
  french: frenchStopWords,
  galician: galicianStopWords,
  german: germanStopWords,
  greek: greekStopWords,
  hindi: hindiStopWords,
  hungarian: hungarianStopWords,
  indonesian: indonesianStopWords,
  irish: irishStopWords,
  italian: italianStopWords,
  latvian: latvianStopWords,
  lithuanian: lithuanianStopWords,
  norwegian: norwegianStopWords,
  persian: persianStopWords,
  portuguese: portugueseStopWords,
  romanian: romanianStopWords,
  russian: russianStopWords,
  serbian: serbianStopWords,
  sorani: soraniStopWords,
  spanish: spanishStopWords,
  swedish: swedishStopWords,
  thai: thaiStopWords,
  turkish: turkishStopWords,
};

const split = new Map<string, readonly string[]>();

/** The stop words of a language by its name in lower case (`french`); undefined for a language without a list. */
export const stopWordsFor = (language: string): readonly string[] | undefined => {
  const known = split.get(language);
  if (known !== undefined || !Object.hasOwn(lists, language)) return known;
  const words = (lists[language] ?? '')
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));
  split.set(language, words);
  return words;
};

/** The list that `_french_` and the like name in settings. */
export const namedStopWords = (name: string): readonly string[] | undefined => {
  if (name === '_none_') return [];
  if (!name.startsWith('_') || !name.endsWith('_') || name === '_cjk_') return undefined;
  return stopWordsFor(name.slice(1, -1));
};
