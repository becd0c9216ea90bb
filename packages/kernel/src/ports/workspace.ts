export interface WorkspaceEntry {
  readonly key: string;
  readonly blob: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** One workstream's blobs: offloaded results, images, what undo needs. Content-addressed; keys name them. */
export interface Workspace {
  /** Stores bytes; with a key, under that key too (an existing key is replaced). Durable when it settles. */
  put(bytes: Uint8Array, options: { readonly mediaType: string; readonly key?: string }): Promise<WorkspaceEntry>;
  stat(key: string): Promise<WorkspaceEntry | null>;
  /** Entries whose key starts with `prefix`, by key. */
  list(prefix?: string): Promise<readonly WorkspaceEntry[]>;
  /** At most `length` bytes of a blob from `offset`; null where this workstream has no such blob. */
  readAt(blob: string, offset: number, length: number): Promise<Uint8Array | null>;
}

export interface BlobStore {
  workspace(workstreamId: string): Workspace;
  /** Removes a workstream's references, and the blobs that nothing else refers to. */
  drop(workstreamId: string): Promise<void>;
}
