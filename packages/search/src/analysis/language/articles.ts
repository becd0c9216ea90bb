import { createWordSet, type WordSet } from '../word-set.ts';

const articles = {
  french: 'c d j jusqu l lorsqu m n puisqu qu quoiqu s t',
  catalan: 'd l m n s t',
  italian: 'agl all c coll d dagl dall degl dell gl l m negl nell pell s sugl sull t un v',
  irish: 'b d m',
} as const;

/** The articles and pronouns that a language joins to the next word by an apostrophe, in any case. */
export const articlesOf = (language: keyof typeof articles): WordSet =>
  createWordSet(articles[language].split(' '), true);
