import type { DocumentVersion } from './check-version.ts';

export interface BufferedDocument extends DocumentVersion {
  /** Its root document in the writer's buffer. */
  readonly root: number;
}

const MAX_TOMBSTONES = 100_000;

/** The documents of a writer's buffer by id, and the versions of deletes. */
export class RecentDocuments {
  readonly #buffered = new Map<string, BufferedDocument>();
  readonly #tombstones = new Map<string, DocumentVersion>();
  /** Blocks of the buffer that were replaced or deleted. */
  #dead: BufferedDocument[] = [];

  buffered(id: string): BufferedDocument | null {
    return this.#buffered.get(id) ?? null;
  }

  tombstone(id: string): DocumentVersion | null {
    return this.#tombstones.get(id) ?? null;
  }

  put(id: string, document: BufferedDocument): void {
    this.drop(id);
    this.#tombstones.delete(id);
    this.#buffered.set(id, document);
  }

  /** Takes a document out of the buffer, if it is there. */
  drop(id: string): void {
    const known = this.#buffered.get(id);
    if (known === undefined) return;
    this.#dead.push(known);
    this.#buffered.delete(id);
  }

  bury(id: string, version: DocumentVersion): void {
    this.drop(id);
    this.#tombstones.delete(id);
    this.#tombstones.set(id, version);
  }

  /** Forgets the buffer, which was written out; gives the blocks of it that are dead. */
  takeDead(): readonly BufferedDocument[] {
    const dead = this.#dead;
    this.#dead = [];
    this.#buffered.clear();
    for (const id of this.#tombstones.keys()) {
      if (this.#tombstones.size <= MAX_TOMBSTONES) break;
      this.#tombstones.delete(id);
    }
    return dead;
  }
}
