import type { NearPlace } from './near-place.ts';
import { withoutOuterBlankLines } from './outer-blank-lines.ts';

/** A way in which a model's copy of a text commonly differs from the text. */
interface Rewriting {
  readonly cause: string;
  /** What the model meant, if this is what went wrong; undefined where it cannot be. */
  rewrite(wanted: string): string | undefined;
}

/** The start of a line as read_file shows it. */
const numbered = /^ *\d+\t/;

const rewritings: readonly Rewriting[] = [
  {
    cause: 'it carries the line numbers of read_file, which are not part of the file',
    rewrite: (wanted) =>
      wanted.split('\n').every((line) => line === '' || numbered.test(line))
        ? wanted
            .split('\n')
            .map((line) => line.replace(numbered, ''))
            .join('\n')
        : undefined,
  },
  {
    cause: 'line breaks, tabs or quotes in it are escaped twice (\\n, \\t, \\")',
    rewrite: (wanted) => (/\\[nt"'\\]/.test(wanted) ? fromEscapes(wanted) : undefined),
  },
  {
    cause: 'the file has \\n or \\t as two characters where it has a real line break or tab',
    rewrite: (wanted) => (/[\n\t]/.test(wanted) ? wanted.replaceAll('\n', '\\n').replaceAll('\t', '\\t') : undefined),
  },
  {
    cause: 'characters in it are written as HTML entities (&lt;, &amp;)',
    rewrite: (wanted) => (/&(?:lt|gt|amp|quot|#39);/.test(wanted) ? fromEntities(wanted) : undefined),
  },
  {
    cause: 'the file has HTML entities (&lt;, &amp;) where it has the characters',
    rewrite: (wanted) => (/[<>&]/.test(wanted) ? toEntities(wanted) : undefined),
  },
  {
    cause: 'it has blank lines around it that the file does not have there',
    rewrite(wanted) {
      const trimmed = withoutOuterBlankLines(wanted.split('\n')).join('\n');
      return trimmed === wanted ? undefined : trimmed;
    },
  },
];

/** Begins only where a run of blanks begins: tried at each blank of it, long runs would take quadratic time. */
const trailingBlanks = /(?<![^\S\n])[^\S\n]+$/gm;
const beyondAscii = /[^\p{ASCII}]/u;

/** Steps that each leave more of a text out of the comparison, with what a match after it means. Each keeps the lines. */
const steps: readonly { readonly cause: string; readonly reduce: (text: string) => string }[] = [
  { cause: 'blanks at the end of lines differ', reduce: (text) => text.replace(trailingBlanks, '') },
  {
    cause: 'the indentation differs (tabs and spaces, or their number)',
    reduce: (text) => text.replace(/^[^\S\n]+/gm, ''),
  },
  { cause: 'blanks within lines differ', reduce: squeeze },
  {
    cause: 'quotes, dashes or special blanks differ (typographic and plain ones)',
    reduce: (text) => (beyondAscii.test(text) ? squeeze(plainMarks(text)) : text),
  },
  {
    cause: 'letters with accents are composed differently (Unicode NFC and NFD)',
    reduce: (text) => (beyondAscii.test(text) ? text.normalize('NFC') : text),
  },
  { cause: 'capital and small letters differ', reduce: (text) => text.toLowerCase() },
];

/** Looks for a text in the ways in which copies commonly differ, the least difference first. */
export function findByForm(text: string, wanted: string): NearPlace | null {
  for (const { cause, rewrite } of rewritings) {
    const meant = rewrite(wanted);
    if (meant === undefined || meant.trim() === '') continue;
    const at = text.indexOf(meant);
    if (at >= 0) return placeAt(text, at, { cause, wanted: meant });
  }
  let reduced = text;
  let formed = wanted;
  for (const { cause, reduce } of steps) {
    const [before, wantedBefore] = [reduced, formed];
    [reduced, formed] = [reduce(reduced), reduce(formed)];
    // What is left must still say something, or it would be found anywhere.
    if (formed.trim() === '') return null;
    if (reduced === before && formed === wantedBefore) continue;
    const at = reduced.indexOf(formed);
    if (at >= 0) return { cause, line: breaksBefore(reduced, at), lineCount: formed.split('\n').length, wanted };
  }
  return null;
}

const placeAt = (
  text: string,
  at: number,
  { cause, wanted }: { readonly cause: string; readonly wanted: string },
): NearPlace => ({ cause, line: breaksBefore(text, at), lineCount: wanted.split('\n').length, wanted });

function breaksBefore(text: string, end: number): number {
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}

/** One space for every run of blanks and every blank of another kind. */
const squeezed = /[^\S\n]{2,}|[^\S\n ]/g;

function squeeze(text: string): string {
  return text.replace(squeezed, ' ').replace(/^ | $/gm, '');
}

const plainMarks = (text: string): string =>
  text
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replaceAll('…', '...')
    .replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, '');

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', "'": "'", '\\': '\\' };

const fromEscapes = (text: string): string =>
  text.replace(/\\([nt"'\\])/g, (whole, code: string) => escapes[code] ?? whole);

const entities: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
];

const fromEntities = (text: string): string =>
  entities.reduce((result, [entity, character]) => result.replaceAll(entity, character), text);

const toEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
