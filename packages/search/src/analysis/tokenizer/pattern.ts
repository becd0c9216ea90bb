import { illegalArgument } from '../../error/es-error.ts';
import { type Automaton, compileRegexp } from '../../text/automaton.ts';
import type { JavaRegex } from '../../text/java-regex.ts';
import { findAll } from '../../text/java-regex-replace.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream, type TokenStream } from '../token-stream.ts';

const add = (stream: TokenStream, text: string, start: number, end: number): void => {
  stream.endPosition = stream.tokens.length;
  stream.tokens.push(createToken(text.slice(start, end), stream.tokens.length, start, end, 'word'));
};

/** What lies between the matches (`group` -1), or what a group matched. */
export const createPatternTokenizer = (name: string, regex: JavaRegex, group: number): Tokenizer => {
  if (group > regex.groupCount) {
    throw illegalArgument(`invalid group specified: pattern only has: ${regex.groupCount} capturing groups`);
  }
  return {
    name,
    tokenize: (text) => {
      const stream = emptyStream(text.length);
      let from = 0;
      for (const match of findAll(regex, text)) {
        if (group >= 0) {
          const start = match[group * 2] ?? -1;
          const end = match[group * 2 + 1] ?? -1;
          if (end > start) add(stream, text, start, end);
          continue;
        }
        const start = match[0] ?? 0;
        if (start > from) add(stream, text, from, start);
        from = match[1] ?? from;
      }
      if (group < 0 && from < text.length) add(stream, text, from, text.length);
      return stream;
    },
  };
};

/** The end of the longest match at a place that is not empty, or -1. */
const longestMatch = (automaton: Automaton, text: string, start: number): number => {
  let state = automaton.start;
  let end = -1;
  for (let at = start; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    state = automaton.step(state, point);
    if (state < 0) break;
    at += point > 0xffff ? 2 : 1;
    if (automaton.isAccepting(state)) end = at;
  }
  return end;
};

/** The longest matches of a Lucene regular expression, or (`splits`) what lies between them. */
export const createSimplePatternTokenizer = (name: string, pattern: string, splits: boolean): Tokenizer => {
  const automaton = compileRegexp(pattern, 0xff & ~0x100);
  return {
    name,
    tokenize: (text) => {
      const stream = emptyStream(text.length);
      let from = 0;
      for (let at = 0; at < text.length; ) {
        const end = longestMatch(automaton, text, at);
        if (end < 0) {
          at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
          continue;
        }
        if (!splits) add(stream, text, at, end);
        else if (at > from) add(stream, text, from, at);
        from = end;
        at = end;
      }
      if (splits && from < text.length) add(stream, text, from, text.length);
      return stream;
    },
  };
};
