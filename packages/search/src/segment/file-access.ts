/** A file opened for reading. It stays readable after the file was removed from its folder. */
export interface FileReader {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Fills `target` from `offset` on; throws where the file ends before. */
  readInto(offset: number, target: Uint8Array): void;
  close(): void;
}

/** A new file, written from its start to its end. */
export interface FileWriter {
  append(bytes: Uint8Array): void;
  /** Returns when what was appended is on the disk. */
  sync(): void;
  close(): void;
}
