import { illegalArgument } from '../../error/es-error.ts';
import { runChain } from '../chain.ts';
import type { ChainParts } from '../chain-parts.ts';

/** What a sequence of terms stands for. */
export interface SynonymEntry {
  readonly outputs: (readonly string[])[];
  keepsOriginal: boolean;
}

/** Sequences of terms and what stands for them, letter by letter in a trie of terms. */
export interface SynonymNode {
  readonly next: Map<string, SynonymNode>;
  entry: SynonymEntry | null;
}

export interface SynonymOptions {
  readonly format: string;
  readonly expand: boolean;
  readonly lenient: boolean;
}

const createNode = (): SynonymNode => ({ next: new Map(), entry: null });

/** The longest sequence from `from` on that has synonyms, and how many terms it takes. */
export const longestSynonym = (
  root: SynonymNode,
  termAt: (index: number) => string | undefined,
  from: number,
): { readonly entry: SynonymEntry; readonly length: number } | undefined => {
  let node: SynonymNode | undefined = root;
  let found: { entry: SynonymEntry; length: number } | undefined;
  for (let index = from; ; index++) {
    const term = termAt(index);
    node = term === undefined ? undefined : node.next.get(term);
    if (node === undefined) return found;
    if (node.entry !== null) found = { entry: node.entry, length: index - from + 1 };
  }
};

/** The rules of a synonym filter; null where none is left. The terms of the rules go through `chain` first. */
export const buildSynonyms = (
  lines: readonly string[],
  options: SynonymOptions,
  chain: ChainParts,
): SynonymNode | null => {
  const root = createNode();
  let isEmpty = true;
  const analyze = (text: string): readonly string[] => {
    const { tokens } = runChain(chain, text);
    const isPlain = tokens.every(({ position, positionLength, term }, index) => {
      return position === index && positionLength === 1 && term !== '';
    });
    if (tokens.length > 0 && isPlain) return tokens.map(({ term }) => term);
    if (options.lenient) return [];
    throw illegalArgument('Failed to build synonyms');
  };
  const add = (input: readonly string[], output: readonly string[], keepsOriginal: boolean): void => {
    if (input.length === 0 || output.length === 0) {
      if (options.lenient) return;
      throw illegalArgument('Failed to build synonyms');
    }
    isEmpty = false;
    let node = root;
    for (const term of input) {
      let next = node.next.get(term);
      if (next === undefined) {
        next = createNode();
        node.next.set(term, next);
      }
      node = next;
    }
    node.entry ??= { outputs: [], keepsOriginal: false };
    if (keepsOriginal) node.entry.keepsOriginal = true;
    const key = output.join('\u0000');
    if (!node.entry.outputs.some((known) => known.join('\u0000') === key)) node.entry.outputs.push(output);
  };
  const addGroup = (group: readonly (readonly string[])[]): void => {
    const first = group[0];
    if (first === undefined) return;
    for (const [i, input] of group.entries()) {
      if (!options.expand) add(input, first, false);
      else for (const [j, output] of group.entries()) if (i !== j) add(input, output, true);
    }
  };
  if (options.format.toLowerCase() === 'wordnet') {
    for (const group of wordnetGroups(lines)) addGroup(group.map(analyze));
  } else {
    for (const line of lines.flatMap((text) => text.split(/\r\n|\r|\n/))) {
      if (line === '' || line.startsWith('#')) continue;
      const sides = splitUnescaped(line, '=>').map((side) =>
        splitUnescaped(side, ',').map((text) => unescapeText(text).trim()),
      );
      if (sides.length > 2) throw illegalArgument('Failed to build synonyms');
      const [left = [], right] = sides;
      const inputs = left.map(analyze);
      if (right === undefined) {
        addGroup(inputs);
        continue;
      }
      const outputs = right.map(analyze);
      for (const input of inputs) for (const output of outputs) add(input, output, false);
    }
  }
  return isEmpty ? null : root;
};

/** Solr's way to split: separators after a `\` count as text, empty parts are left out. */
const splitUnescaped = (text: string, separator: string): readonly string[] => {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith(separator, at)) {
      if (part !== '') parts.push(part);
      part = '';
      at += separator.length;
    } else if (text.charAt(at) === '\\') {
      part += text.slice(at, at + 2);
      at += 2;
    } else {
      part += text.charAt(at);
      at++;
    }
  }
  if (part !== '') parts.push(part);
  return parts;
};

const unescapeText = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Lines such as `s(100000001,1,'woods',n,1,0).`: those with the same number belong together. */
const wordnetGroups = (lines: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = [];
  let last = '';
  for (const line of lines) {
    const start = line.indexOf("'");
    const end = line.lastIndexOf("'");
    if (line.length < 11 || start < 0 || end <= start) throw illegalArgument('Failed to build synonyms');
    const id = line.slice(2, 11);
    if (id !== last) groups.push([]);
    last = id;
    groups[groups.length - 1]?.push(line.slice(start + 1, end).replaceAll("''", "'"));
  }
  return groups.filter((group) => group.length > 1);
};
