import { metadataStorage } from '../mapping/build-mapping.ts';
import type { DocumentBlock, FieldStorage } from '../segment/segment-document.ts';

const numberColumn = (name: string): FieldStorage => ({
  name,
  inverted: null,
  column: 'numbers',
  vectorDimensions: null,
});

const seqNoStorage = numberColumn('_seq_no');
const versionStorage = numberColumn('_version');
const primaryTermStorage = numberColumn('_primary_term');

export interface RootFields {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/** The block with what the store keeps of a document added to its root. */
export const withRootFields = (
  block: DocumentBlock,
  { id, version, seqNo, primaryTerm }: RootFields,
): DocumentBlock => {
  const root = block.at(-1);
  if (root === undefined) throw new Error('a block of no documents was to be indexed');
  return [
    ...block.slice(0, -1),
    {
      stored: root.stored,
      fields: [
        ...root.fields,
        { kind: 'terms', storage: metadataStorage.id, terms: [id] },
        { kind: 'numbers', storage: seqNoStorage, values: [seqNo] },
        { kind: 'numbers', storage: versionStorage, values: [version] },
        { kind: 'numbers', storage: primaryTermStorage, values: [primaryTerm] },
      ],
    },
  ];
};
