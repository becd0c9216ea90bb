import type { Failure } from '@toolstone/protocol';

export type DocumentFormat = 'pdf' | 'zip' | 'ole';

export interface DocumentJobInput {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
}

/** The text of a document. `zip` may turn out to be no document at all: then it is `archive`, with what it contains. */
export type ExtractedDocument =
  | {
      readonly status: 'text';
      /** `PDF, 12 pages`. */
      readonly title: string;
      readonly text: string;
      readonly notes: readonly string[];
    }
  | { readonly status: 'archive'; readonly entries: readonly string[]; readonly total: number }
  | { readonly status: 'refused'; readonly failure: Failure };

/** What a document may have of text: beyond it the rest is left out, with a note. */
export const MAX_DOCUMENT_CHARS = 4_000_000;
