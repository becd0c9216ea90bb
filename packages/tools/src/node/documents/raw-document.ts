/** A document's text, before it is bounded. */
export interface RawDocument {
  readonly title: string;
  readonly text: string;
  readonly notes?: readonly string[];
}
