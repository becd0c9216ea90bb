import { letterTable, replaceLetters } from '../normalization/replace-letters.ts';

/** What one step of the stemmer makes of a word. */
export type RslpStep = (word: string) => string;

interface StepOptions {
  /** Shorter words stay; 0 for what the rules themselves ask. */
  readonly least: number;
  /** Exceptions are whole words, not endings. */
  readonly wholeWords: boolean;
  /** Only words with one of these endings are looked at; all where empty. */
  readonly endings: readonly string[];
}

/** Rules `ending/least stem/replacement/exceptions`, apart by blanks; the first that fits counts. */
export const rslpStep = ({ least, wholeWords, endings }: StepOptions, packed: string): RslpStep => {
  const rules = packed
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [ending = '', stem = '0', put = '', exceptions = ''] = entry.split('/');
      return { ending, stem: Number(stem), put, exceptions: exceptions === '' ? [] : exceptions.split(',') };
    });
  const shortest = least > 0 ? least : Math.min(...rules.map(({ ending, stem }) => ending.length + stem));
  return (word) => {
    if (word.length < shortest) return word;
    if (endings.length > 0 && !endings.some((ending) => word.endsWith(ending))) return word;
    for (const { ending, stem, put, exceptions } of rules) {
      if (word.length - ending.length < stem || !word.endsWith(ending)) continue;
      const isExcepted = exceptions.some((exception) => (wholeWords ? word === exception : word.endsWith(exception)));
      if (!isExcepted) return word.slice(0, word.length - ending.length) + put;
    }
    return word;
  };
};

const plainPortuguese = letterTable('àa áa âa ãa äa åa çc èe ée êe ëe ìi íi îi ïi ñn òo óo ôo õo öo ùu úu ûu üu ýy ÿy');
const plainGalician = letterTable('áa ée êe íi óo úu');

export const withoutPortugueseAccents = (word: string): string => replaceLetters(word, plainPortuguese);
export const withoutGalicianAccents = (word: string): string => replaceLetters(word, plainGalician);
