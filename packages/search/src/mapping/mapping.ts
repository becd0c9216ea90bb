import type { AnalysisRegistry } from '../analysis/analysis-registry.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { FieldType } from './field-type.ts';

/** An `object` or `nested` of a mapping; the root's path is empty. */
export interface ObjectMapping {
  readonly path: string;
  readonly isNested: boolean;
  readonly includeInParent: boolean;
  readonly includeInRoot: boolean;
  /** `enabled: false`: kept in the source, never looked into. */
  readonly isEnabled: boolean;
  readonly dynamic: 'true' | 'false' | 'strict' | 'strict_allow_templates' | 'false_allow_templates';
  /** The path of the nested object around it; null where there is none. */
  readonly nestedPath: string | null;
}

/** The fields of an index at one moment; a change makes a new one. */
export interface Mapping {
  /** As `GET _mapping` shows it. */
  readonly definition: JsonObject;
  readonly root: ObjectMapping;
  /** All fields, multi-fields included, by full path; aliases and metadata fields too. */
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly objects: ReadonlyMap<string, ObjectMapping>;
  readonly analysis: AnalysisRegistry;
  readonly isSourceEnabled: boolean;
  readonly isRoutingRequired: boolean;
  /** The field at `path`, aliases followed, keys below a `flattened` field included; null for none. */
  field(path: string): FieldType | null;
  /** The field paths that a pattern with `*` names, metadata fields aside; sorted. */
  matching(pattern: string): readonly string[];
  /** The nested path that a field or object belongs to; null for the root. */
  nestedPathOf(path: string): string | null;
}
