import type { DocumentBlock, StoredDocument } from '../segment/segment-document.ts';
import type { DocumentVersion, VersionCondition } from './check-version.ts';
import type { MergeCandidate } from './plan-merges.ts';

export interface IndexChange extends VersionCondition {
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
  readonly block: DocumentBlock;
  /** The id was made for this document: nobody else has it. */
  readonly isFreshId?: boolean;
}

export interface DeleteChange extends VersionCondition {
  readonly id: string;
  readonly routing: string | null;
}

export interface ChangeResult {
  readonly result: 'created' | 'updated' | 'deleted' | 'not_found';
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface CurrentDocument extends DocumentVersion {
  readonly stored: StoredDocument;
}

export interface StoreStatistics {
  /** Documents, nested ones included, that no reader may see yet included too. */
  readonly liveDocs: number;
  readonly deletedDocs: number;
  readonly segments: readonly MergeCandidate[];
  readonly bufferedDocs: number;
  readonly bufferBytes: number;
  readonly logBytes: number;
  readonly maxSeqNo: number;
  readonly primaryTerm: number;
}
