import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken } from '../token-stream.ts';

const typesByScript: Readonly<Record<string, string>> = {
  han: '<IDEOGRAPHIC>',
  hiragana: '<HIRAGANA>',
  katakana: '<KATAKANA>',
  hangul: '<HANGUL>',
};

interface Letter {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Overlapping pairs of characters of the scripts that are written without blanks. */
export const cjkBigramFilter = (
  name: string,
  options: { readonly ignoredScripts?: readonly string[]; readonly outputsUnigrams?: boolean } = {},
): TokenFilter => {
  const ignored = options.ignoredScripts ?? [];
  const types = new Set(
    Object.entries(typesByScript)
      .filter(([script]) => !ignored.includes(script))
      .map(([, type]) => type),
  );
  const outputsUnigrams = options.outputsUnigrams === true;
  return {
    name,
    ...(outputsUnigrams ? { forSynonyms: 'refuse' as const } : {}),
    apply: (stream) => {
      const out: MutableToken[] = [];
      let position = -1;
      let lastInput = -1;
      let run: Letter[] = [];
      let lastEnd = 0;
      const flush = (): void => {
        run.forEach((letter, index) => {
          const next = run[index + 1];
          const isAlone = run.length === 1;
          if (isAlone || outputsUnigrams || next !== undefined) position++;
          if (isAlone || outputsUnigrams) {
            out.push(createToken(letter.text, position, letter.start, letter.end, '<SINGLE>'));
          }
          if (next === undefined) return;
          const pair = createToken(letter.text + next.text, position, letter.start, next.end, '<DOUBLE>');
          if (outputsUnigrams) pair.positionLength = 2;
          out.push(pair);
        });
        run = [];
      };
      for (const token of stream.tokens) {
        const increment = token.position - lastInput;
        lastInput = token.position;
        if (!types.has(token.type)) {
          flush();
          position += increment;
          token.position = position;
          out.push(token);
          continue;
        }
        if (token.startOffset !== lastEnd) flush();
        lastEnd = token.endOffset;
        run.push(...lettersOf(token));
      }
      flush();
      stream.endPosition = position + stream.endPosition - lastInput;
      stream.tokens = out;
    },
  };
};

const lettersOf = ({ term, startOffset, endOffset }: MutableToken): readonly Letter[] => {
  const isExact = endOffset - startOffset === term.length;
  let at = startOffset;
  return Array.from(term, (text) => {
    const start = at;
    at += text.length;
    return isExact ? { text, start, end: at } : { text, start: startOffset, end: endOffset };
  });
};
