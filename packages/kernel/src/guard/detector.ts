import type { Finding } from '@toolstone/protocol';

/** Looks at output and says what it found. It changes nothing: only credentials are ever masked. */
export interface Detector {
  readonly category: Finding['category'];
  /** Linear in the text, whatever it holds. */
  scan(text: string): readonly Finding[];
}
