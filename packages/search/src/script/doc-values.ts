import { ScriptObject } from './runtime/value.ts';
import { throwJava } from './script-error.ts';

/** What kind of values a field of a document has for scripts. */
export type DocValueKind =
  | 'long'
  | 'double'
  | 'float'
  | 'keyword'
  | 'boolean'
  | 'date'
  | 'date_nanos'
  | 'geo_point'
  | 'ip'
  | 'binary'
  | 'version'
  | 'dense_vector';

/**
 * The values of one field of the document at hand, ascending as its columns hold them. The object may be reused for the
 * next document. An index out of bounds is not asked for.
 */
export interface ScriptDocValues {
  readonly kind: DocValueKind;
  readonly length: number;
  /** Of `double`, `float` and components of `dense_vector`; of `long` when no exactness is asked. */
  numberAt(index: number): number;
  /** Of `long`; milliseconds since 1970 of `date`, nanoseconds of `date_nanos`. */
  longAt(index: number): bigint;
  /** Of `keyword`, `ip`, `version`; base64 of `binary`. */
  textAt(index: number): string;
  booleanAt(index: number): boolean;
  latitudeAt(index: number): number;
  longitudeAt(index: number): number;
}

/** The document that a script looks at: the variable `doc`. */
export interface ScriptDoc {
  /** Undefined when the mapping has no such field. */
  get(field: string): ScriptDocValues | undefined;
}

/** `doc` as a value of scripts. */
export class DocObject extends ScriptObject {
  readonly className = 'LeafDocLookup';
  readonly doc: ScriptDoc;
  readonly #known = new Map<string, DocValuesObject>();

  constructor(doc: ScriptDoc) {
    super();
    this.doc = doc;
  }

  /** The values of a field. An object of values that is reused for the next document keeps its wrapper. */
  field(name: string): DocValuesObject {
    const values = this.doc.get(name);
    if (values === undefined) return throwJava('IllegalArgumentException', `No field found for [${name}] in mapping`);
    const known = this.#known.get(name);
    if (known !== undefined && known.values === values) return known;
    const made = new DocValuesObject(name, values);
    this.#known.set(name, made);
    return made;
  }
}

/** `doc['field']` as a value of scripts. */
export class DocValuesObject extends ScriptObject {
  readonly className = 'ScriptDocValues';
  readonly field: string;
  readonly values: ScriptDocValues;

  constructor(field: string, values: ScriptDocValues) {
    super();
    this.field = field;
    this.values = values;
  }
}
