import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken } from '../token-stream.ts';
import { longestSynonym, type SynonymNode } from './synonym-map.ts';

interface Output {
  readonly term: string;
  /** -1 for the end of the input that it stands with. */
  readonly endOffset: number;
  readonly positionLength: number;
}

/** Synonyms without a graph: the words of a longer one stand beside the terms that follow. */
export const synonymFilter = (name: string, root: SynonymNode | null): TokenFilter => ({
  name,
  forSynonyms: null,
  apply: (stream) => {
    if (root === null) return;
    const { tokens } = stream;
    const out: MutableToken[] = [];
    const termAt = (index: number): string | undefined => tokens[index]?.term;
    const waiting = new Map<number, Output[]>();
    let last = -1;
    let lastInput = -1;
    const putOutputs = (index: number, firstIncrement: number): void => {
      const input = tokens[Math.min(index, tokens.length - 1)];
      let increment = firstIncrement;
      for (const output of waiting.get(index) ?? []) {
        last += increment;
        increment = 0;
        const end = output.endOffset < 0 ? (input?.endOffset ?? 0) : output.endOffset;
        const made = createToken(output.term, last, input?.startOffset ?? 0, end, 'SYNONYM');
        made.positionLength = output.positionLength;
        out.push(made);
      }
      waiting.delete(index);
    };
    for (let index = 0; index < tokens.length; ) {
      const match = longestSynonym(root, termAt, index);
      const length = match?.length ?? 1;
      const keeps = match?.entry.keepsOriginal ?? true;
      const endOffset = tokens[index + length - 1]?.endOffset ?? 0;
      for (const words of match?.entry.outputs ?? []) {
        words.forEach((term, place) => {
          const isAlone = words.length === 1;
          const list = waiting.get(index + place) ?? [];
          waiting.set(index + place, list);
          list.push({ term, endOffset: isAlone ? endOffset : -1, positionLength: isAlone && keeps ? length : 1 });
        });
      }
      for (const stop = index + length; index < stop; index++) {
        const token = tokens[index];
        if (token === undefined) break;
        const increment = token.position - lastInput;
        lastInput = token.position;
        if (keeps) {
          last += increment;
          token.position = last;
          out.push(token);
        }
        putOutputs(index, keeps ? 0 : 1);
      }
    }
    for (let index = tokens.length; waiting.size > 0; index++) putOutputs(index, 1);
    stream.endPosition = last + stream.endPosition - lastInput;
    stream.tokens = out;
  },
});
