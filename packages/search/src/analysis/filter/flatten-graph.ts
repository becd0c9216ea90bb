import type { TokenFilter } from '../component.ts';

/** A graph of tokens as the index can hold it: side paths share the places of the longest way. */
export const flattenGraphFilter = (name: string): TokenFilter => ({
  name,
  apply: (stream) => {
    const { tokens } = stream;
    /** How many steps the longest way to a place takes. */
    const depth = new Map<number, number>([[0, 0]]);
    let lastPlace = 0;
    let deepest = 0;
    const sorted = tokens.slice().sort((a, b) => a.position - b.position);
    for (const { position, positionLength } of sorted) {
      let from = depth.get(position);
      if (from === undefined) {
        // Nothing leads here: the place before it was emptied.
        from = deepest + position - lastPlace;
        depth.set(position, from);
      }
      lastPlace = Math.max(lastPlace, position + positionLength);
      const end = position + positionLength;
      depth.set(end, Math.max(depth.get(end) ?? 0, from + 1));
      deepest = Math.max(deepest, from + 1);
    }
    const last = tokens[tokens.length - 1]?.position ?? -1;
    const tail = stream.endPosition - last;
    for (const token of tokens) {
      const from = depth.get(token.position) ?? token.position;
      const end = depth.get(token.position + token.positionLength) ?? from + 1;
      token.position = from;
      token.positionLength = Math.max(1, end - from);
    }
    tokens.sort((a, b) => a.position - b.position);
    stream.endPosition = (tokens[tokens.length - 1]?.position ?? -1) + tail;
  },
});
