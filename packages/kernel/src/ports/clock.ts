export interface Clock {
  /** Wall time, milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Settles after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A new id, unique everywhere: prefix, then sortable random text. */
  next(prefix: string): string;
}

export interface Hasher {
  /** SHA-256 in lower-case hex. */
  sha256(data: string | Uint8Array): string;
  /** The same for content that comes in pieces: the hash of all that was added, in order. */
  incremental(): IncrementalHash;
}

export interface IncrementalHash {
  add(bytes: Uint8Array): void;
  /** Ends it; call once. */
  digest(): string;
}
