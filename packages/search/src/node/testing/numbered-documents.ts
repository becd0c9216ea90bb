import type { DocumentBlock } from '../../segment/segment-document.ts';

export const BULK_DOCS = 20;

/** The documents that `killable-writer` writes: each tells its bulk and its place in it. */
export const sourceOf = (bulk: number, number: number): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ bulk, number, text: `words of ${bulk} and ${number}`.repeat(4) }));

export const parseText = (id: string, routing: string | null, source: Uint8Array): DocumentBlock => [
  { fields: [], stored: { id, routing, source } },
];
