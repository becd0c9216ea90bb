import type { ShellWord } from './shell-words.ts';

/** Which options a program takes before the command that it runs. */
export interface OptionShape {
  /** Letters of options without a value. */
  readonly flags?: string;
  /** Letters of options whose value is attached or the next word. */
  readonly values?: string;
  readonly longFlags?: readonly string[];
  readonly longValues?: readonly string[];
  /** `-10` is an option too. */
  readonly digits?: boolean;
  /** A lone `-` is an option too. */
  readonly dash?: boolean;
}

function longWidth(word: string, shape: OptionShape): number {
  const [name = '', value] = word.slice(2).split('=', 2);
  if (shape.longFlags?.includes(name)) return 1;
  if (shape.longValues?.includes(name)) return value === undefined ? 2 : 1;
  return 0;
}

function shortWidth(word: string, shape: OptionShape): number {
  if (shape.digits && /^-\d+$/.test(word)) return 1;
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index);
    if (shape.values?.includes(letter)) return index === word.length - 1 ? 2 : 1;
    if (!shape.flags?.includes(letter)) return 0;
  }
  return 1;
}

/** How many leading words are options by this shape; null where one is unknown or not in the shape. */
export function countOptions(words: readonly ShellWord[], shape: OptionShape): number | null {
  let index = 0;
  while (index < words.length) {
    const word = words[index];
    if (word === null || word === undefined) return null;
    if (word === '--') return index + 1;
    if (word === '-' && shape.dash) {
      index += 1;
      continue;
    }
    if (!word.startsWith('-') || word === '-') return index;
    const width = word.startsWith('--') ? longWidth(word, shape) : shortWidth(word, shape);
    if (width === 0 || index + width > words.length) return null;
    if (words.slice(index, index + width).includes(null)) return null;
    index += width;
  }
  return index;
}
