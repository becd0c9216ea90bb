import type { Failure } from '@toolstone/protocol';
import {
  breakText,
  findLineBreaks,
  type LineBreak,
  lineAt,
  type NormalText,
  normalizeBreaks,
  normalizeWanted,
  withBreaks,
} from '../shared/text-file/line-breaks.ts';
import type { EditRequest, WantedEdit } from './edit-request.ts';
import { type Matches, overlappingMatches, separateMatches } from './find-matches.ts';
import { describeNearMiss, findNearMiss, type NearMiss } from './near-miss.ts';
import type { ResolvedEdit } from './resolved-edit.ts';

/** Each has its place in the plan that a person approves. */
const MAX_REPLACEMENTS = 100_000;

export type ResolvedEdits =
  | { readonly status: 'resolved'; readonly edits: readonly ResolvedEdit[]; readonly replacements: number }
  | { readonly status: 'refused'; readonly failure: Failure };

/**
 * Finds the place of every edit in a text, or says why one has none. All or nothing.
 *
 * A line break in `old_string` matches whatever break the file has there, and `new_string` gets the file's breaks; everything
 * else must be exactly equal.
 */
export function resolveEdits(original: string, { edits, replaceAll }: EditRequest, shown: string): ResolvedEdits {
  const { kind } = findLineBreaks(original);
  const normal = normalizeBreaks(original, kind);
  const file: SearchedText = { original, normal, kind, shown };
  const found: FoundEdit[] = [];
  for (const edit of edits) {
    const match = replaceAll ? findAll(file, edit) : findOne(file, edit);
    if ('failure' in match) return { status: 'refused', failure: match.failure };
    found.push(match);
  }
  const overlap = findOverlap(found);
  if (overlap) return { status: 'refused', failure: overlapFailure(overlap, file) };
  return {
    status: 'resolved',
    edits: found.flatMap((match) => toResolved(match, file)),
    replacements: found.reduce((total, { starts }) => total + starts.length, 0),
  };
}

interface SearchedText {
  readonly original: string;
  readonly normal: NormalText;
  readonly kind: LineBreak;
  readonly shown: string;
}

/** Matches in the text with LF breaks; all have the length of `find`. */
interface FoundEdit {
  readonly edit: WantedEdit;
  readonly find: string;
  readonly starts: readonly number[];
}

type Found = FoundEdit | { readonly failure: Failure };

function findAll(file: SearchedText, edit: WantedEdit): Found {
  const find = normalizeWanted(edit.find, file.kind);
  const starts = separateMatches(file.normal.text, find, MAX_REPLACEMENTS);
  if (starts.length === 0) return { failure: notFound(file, edit, find) };
  return starts.length > MAX_REPLACEMENTS ? { failure: tooMany(file.shown) } : { edit, find, starts };
}

function findOne(file: SearchedText, edit: WantedEdit): Found {
  const find = normalizeWanted(edit.find, file.kind);
  const matches = overlappingMatches(file.normal.text, find, edit.nearLine);
  if (matches.nearest === undefined) return { failure: notFound(file, edit, find) };
  if (matches.count > 1 && edit.nearLine === undefined) return { failure: notUnique(file.shown, edit, matches) };
  return { edit, find, starts: [matches.nearest.start] };
}

function notUnique(shown: string, { name }: WantedEdit, { count, first }: Matches): Failure {
  const lines = first.map(({ line }) => line).join(', ');
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return {
    code: 'TEXT_NOT_UNIQUE',
    message: `${name} is in ${shown} ${count} times, at lines ${lines}${more}`,
    nextStep: 'Take in more of the lines around it, or say which with near_line, or use replace_all for every one',
  };
}

const tooMany = (shown: string): Failure => ({
  code: 'TOO_MANY_REPLACEMENTS',
  message: `old_string is in ${shown} more than ${MAX_REPLACEMENTS.toLocaleString('en')} times`,
  nextStep: 'Nothing was changed. Use sed in bash for so many',
});

function notFound({ normal, shown }: SearchedText, { name, find: asSent }: WantedEdit, find: string): Failure {
  const miss: NearMiss | null = findNearMiss(normal.text, find);
  const message = `${name} is not in ${shown}`;
  if (miss === null) {
    const start = asSent.trim().split('\n', 1)[0]?.slice(0, 60) ?? '';
    return {
      code: 'TEXT_NOT_FOUND',
      message: `${message}, and nothing there is like it`,
      nextStep: `Read the file again and copy the text from it; look for ${JSON.stringify(start)} with search if it may be in another file`,
    };
  }
  return {
    code: 'TEXT_NOT_FOUND',
    message: `${message}: ${miss.cause}`,
    nextStep: 'Nothing was changed. Send old_string exactly as the file has it',
    detail: describeNearMiss(miss),
  };
}

interface Overlap {
  readonly first: FoundEdit;
  readonly second: FoundEdit;
  readonly start: number;
}

/** Touching is no overlap: both places are known in the original. */
function findOverlap(found: readonly FoundEdit[]): Overlap | undefined {
  const places = found
    .flatMap((match) => match.starts.map((start) => ({ match, start, end: start + match.find.length })))
    .sort((a, b) => a.start - b.start);
  for (const [index, place] of places.entries()) {
    const previous = places[index - 1];
    if (previous && previous.end > place.start)
      return { first: previous.match, second: place.match, start: place.start };
  }
  return undefined;
}

const overlapFailure = ({ first, second, start }: Overlap, { normal, shown }: SearchedText): Failure => ({
  code: 'EDITS_OVERLAP',
  message: `${first.edit.name} and ${second.edit.name} overlap at line ${lineAt(normal.text, start)} of ${shown}`,
  nextStep: 'Nothing was changed. Join the two into one edit',
});

function toResolved({ edit, find, starts }: FoundEdit, file: SearchedText): readonly ResolvedEdit[] {
  const { kind, normal, original } = file;
  const toRange = (start: number, end: number) => [normal.toOriginal(start), normal.toOriginal(end)] as const;
  if (kind !== 'mixed') {
    const text = kind === 'none' ? edit.replacement : withBreaks(edit.replacement, breakText(kind));
    return [{ text, ranges: starts.map((start) => toRange(start, start + find.length)) }];
  }
  // Where breaks differ from line to line, those of lines that stay must stay: only what really differs is replaced.
  const replacement = normalizeWanted(edit.replacement, kind);
  const { prefix, suffix } = commonEnds(find, replacement);
  const middle = replacement.slice(prefix, replacement.length - suffix);
  return starts.map((start) => {
    const range = toRange(start + prefix, start + find.length - suffix);
    return { text: withBreaks(middle, breakNear(original, range[0])), ranges: [range] };
  });
}

function commonEnds(a: string, b: string): { readonly prefix: number; readonly suffix: number } {
  const most = Math.min(a.length, b.length);
  let prefix = 0;
  while (prefix < most && a[prefix] === b[prefix]) prefix++;
  let suffix = 0;
  while (suffix < most - prefix && a[a.length - 1 - suffix] === b[b.length - 1 - suffix]) suffix++;
  return { prefix, suffix };
}

/** The break of the line at an index, or of the last line before it. */
function breakNear(text: string, index: number): string {
  const next = text.indexOf('\n', index);
  const at = next >= 0 ? next : text.lastIndexOf('\n');
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}
