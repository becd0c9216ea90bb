import { printableLine } from '../style/printable.ts';

/** What a workstream is called until its first message gives it a name. */
export const UNNAMED = 'New workstream';

const MAX_CHARS = 60;

/** A name made of what was asked for. */
export const nameOf = (text: string): string =>
  printableLine(text).trim().replace(/\s+/g, ' ').slice(0, MAX_CHARS) || UNNAMED;
