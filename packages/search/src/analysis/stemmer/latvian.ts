import { letterTable } from '../normalization/replace-letters.ts';

/** Ending, the vowels that it needs to be outdone by, and whether it softens the consonant before it. */
const endings = (
  'ajiem.3 ajai.3 ajam.2 ajām.2 ajos.2 ajās.2 iem.2! ajā.2 ais.2 ai.2 ei.2 ām.1 am.1 ēm.1 īm.1 im.1 um.1 us.1! as.1 ās.1 ' +
  'es.1 os.1! ij.1 īs.1 ēs.1 is.1 ie.1 u.1! a.1! i.1! e.1 ā.1 ē.1 ī.1 ū.1 o.1 s.0 š.0'
)
  .split(' ')
  .map((entry) => {
    const [suffix = '', count = ''] = entry.split('.');
    return { suffix, vowels: Number(count.charAt(0)), isSoftening: count.endsWith('!') };
  });

const hard = letterTable('čc ļl ņn');
const hardPairs: readonly (readonly [string, string])[] = [
  ['šņ', 'sn'],
  ['žņ', 'zn'],
  ['šļ', 'sl'],
  ['žļ', 'zl'],
  ['ļņ', 'ln'],
  ['ļļ', 'll'],
];

const harden = (word: string, removed: string): string => {
  if (removed.startsWith('u')) {
    if (word.endsWith('kš')) return `${word.slice(0, -2)}kst`;
    if (word.endsWith('ņņ')) return `${word.slice(0, -2)}nn`;
  }
  if (/[pbmv]j$/.test(word)) return word.slice(0, -1);
  const pair = hardPairs.find(([soft]) => word.endsWith(soft));
  if (pair !== undefined) return word.slice(0, -2) + pair[1];
  const last = word.slice(-1);
  return word.slice(0, -1) + (hard.get(last) ?? last);
};

/** Light stemmer for Latvian nouns and adjectives (after Kārlis Krēsliņš). */
export const stemLatvian = (word: string): string => {
  const vowels = word.match(/[aeiouāīēū]/g)?.length ?? 0;
  for (const { suffix, vowels: needed, isSoftening } of endings) {
    if (vowels <= needed || word.length < suffix.length + 3 || !word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    return isSoftening ? harden(rest, suffix) : rest;
  }
  return word;
};
