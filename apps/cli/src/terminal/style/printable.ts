const TAB_WIDTH = 4;

/** Escape sequences in full: a terminal must never obey what a model or a command wrote. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const escapes = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?/g;
/** Other controls, and the marks that make text read in another order than it is written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside as lines that can be put on a screen: no control but the line break, tabs as blanks. */
export function printable(text: string): string {
  const clean = text.replace(escapes, '').replaceAll('\r\n', '\n').replace(controls, '');
  return clean.includes('\t') ? clean.split('\n').map(expandTabs).join('\n') : clean;
}

function expandTabs(line: string): string {
  let column = 0;
  let out = '';
  for (const piece of line.split(/(\t)/)) {
    const text = piece === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : piece;
    out += text;
    column += text.length;
  }
  return out;
}

/** The same on one line. */
export const printableLine = (text: string): string => printable(text).replace(/\s*\n\s*/g, ' ');
