import { EsError } from '../error/es-error.ts';
import type { JsonObject } from '../json/json-value.ts';

/** Under which conditions a change is made. */
export interface VersionCondition {
  readonly opType?: 'index' | 'create';
  /** Of `external` and `external_gte`. */
  readonly version?: number;
  readonly versionType?: 'internal' | 'external' | 'external_gte';
  readonly ifSeqNo?: number;
  readonly ifPrimaryTerm?: number;
}

/** A document as it is now; `isDeleted` keeps the version of a delete for a while. */
export interface DocumentVersion {
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly isDeleted: boolean;
}

/** The version that the change gives the document; throws `version_conflict_engine_exception` where it may not be made. */
export const checkVersion = (
  change: VersionCondition & { readonly id: string },
  current: DocumentVersion | null,
  metadata: JsonObject,
): number => {
  const conflict = (reason: string): EsError =>
    new EsError({
      type: 'version_conflict_engine_exception',
      status: 409,
      reason: `[${change.id}]: version conflict, ${reason}`,
      metadata,
    });
  const existing = current === null || current.isDeleted ? null : current;
  if (change.ifSeqNo !== undefined) {
    const required = `required seqNo [${change.ifSeqNo}], primary term [${change.ifPrimaryTerm ?? 0}].`;
    if (existing === null) throw conflict(`${required} but no document was found`);
    if (existing.seqNo !== change.ifSeqNo || existing.primaryTerm !== (change.ifPrimaryTerm ?? 0)) {
      throw conflict(
        `${required} current document has seqNo [${existing.seqNo}] and primary term [${existing.primaryTerm}]`,
      );
    }
  }
  const { version = 0, versionType = 'internal' } = change;
  if (change.opType === 'create' && existing !== null) {
    throw conflict(`document already exists (current version [${existing.version}])`);
  }
  if (versionType === 'internal') return (current?.version ?? 0) + 1;
  if (current !== null && versionType === 'external' && current.version >= version) {
    throw conflict(`current version [${current.version}] is higher or equal to the one provided [${version}]`);
  }
  if (current !== null && current.version > version) {
    throw conflict(`current version [${current.version}] is higher than the one provided [${version}]`);
  }
  return version;
};
