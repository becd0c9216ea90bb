/** The place of a text that is most like what was looked for. */
export interface NearPlace {
  /** Completes "old_string is not in the file: …". */
  readonly cause: string;
  /** 0-based line of the text. */
  readonly line: number;
  readonly lineCount: number;
  /** What was looked for, as it can be compared with those lines. */
  readonly wanted: string;
}
