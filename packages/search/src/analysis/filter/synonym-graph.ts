import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken } from '../token-stream.ts';
import { longestSynonym, type SynonymEntry, type SynonymNode } from './synonym-map.ts';

/** Synonyms as a graph: each way through it is one reading, longer ones span more positions. */
export const synonymGraphFilter = (name: string, root: SynonymNode | null): TokenFilter => ({
  name,
  apply: (stream) => {
    if (root === null) return;
    const { tokens } = stream;
    const out: MutableToken[] = [];
    const termAt = (index: number): string | undefined => tokens[index]?.term;
    let last = -1;
    let lastInput = -1;
    /** Where the next reading begins. */
    let node = 0;
    for (let index = 0; index < tokens.length; ) {
      const token = tokens[index];
      if (token === undefined) break;
      const match = longestSynonym(root, termAt, index);
      if (match === undefined) {
        last += token.position - lastInput;
        lastInput = token.position;
        token.position = last;
        node = last + token.positionLength;
        out.push(token);
        index++;
        continue;
      }
      const matched = tokens.slice(index, index + match.length);
      lastInput = matched[matched.length - 1]?.position ?? lastInput;
      const { made, end } = readings(matched, match.entry, node);
      for (const reading of made) out.push(reading);
      last = made[made.length - 1]?.position ?? last;
      node = end;
      index += match.length;
    }
    stream.endPosition = last + stream.endPosition - lastInput;
    stream.tokens = out;
  },
});

interface Reading {
  readonly words: readonly string[];
  /** The input itself, where it stays. */
  readonly originals: readonly MutableToken[] | null;
}

/** The first words of all readings, then the rest of each; inner places of different readings never coincide. */
const readings = (
  matched: readonly MutableToken[],
  entry: SynonymEntry,
  start: number,
): { readonly made: readonly MutableToken[]; readonly end: number } => {
  const all: Reading[] = entry.outputs.map((words) => ({ words, originals: null }));
  if (entry.keepsOriginal) all.push({ words: matched.map(({ term }) => term), originals: matched });
  const end = start + 1 + all.reduce((sum, { words }) => sum + words.length - 1, 0);
  const startOffset = matched[0]?.startOffset ?? 0;
  const endOffset = matched[matched.length - 1]?.endOffset ?? 0;
  const made: MutableToken[] = [];
  const put = (reading: Reading, word: number, from: number, to: number): void => {
    const original = reading.originals?.[word];
    const token = original ?? createToken(reading.words[word] ?? '', from, startOffset, endOffset, 'SYNONYM');
    token.position = from;
    token.positionLength = to - from;
    made.push(token);
  };
  let inner = start + 1;
  const firstEnds = all.map((reading) => {
    const to = reading.words.length === 1 ? end : inner;
    inner += reading.words.length - 1;
    put(reading, 0, start, to);
    return to;
  });
  all.forEach((reading, index) => {
    let from = firstEnds[index] ?? end;
    for (let word = 1; word < reading.words.length; word++) {
      const to = word === reading.words.length - 1 ? end : from + 1;
      put(reading, word, from, to);
      from = to;
    }
  });
  return { made, end };
};
