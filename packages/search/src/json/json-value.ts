/**
 * A number whose text in the document is not what `JSON.stringify` prints for it: `1.0`, `1e3`, integers beyond 2^53.
 * Plain numbers stay numbers.
 */
export class ExactNumber {
  /** The literal as it stood in the JSON text. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The nearest double. */
  get value(): number {
    return Number(this.text);
  }

  toJSON(): number {
    return this.value;
  }
}

/** JSON text that is written into an answer as it stands. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | ExactNumber
  | RawJson
  | readonly JsonValue[]
  | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}
