/** Turns what a callback brings into something to iterate over. One reader. */
export interface ChunkQueue<T> {
  push(chunk: T): void;
  /** Nothing more comes; what is there is still read. */
  end(): void;
  readonly chunks: AsyncGenerator<T>;
}

export function createChunkQueue<T>(): ChunkQueue<T> {
  const waiting: T[] = [];
  let isEnded = false;
  let wake: (() => void) | undefined;

  async function* read(): AsyncGenerator<T> {
    for (;;) {
      while (waiting.length > 0) yield* waiting.splice(0);
      if (isEnded) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(chunk) {
      waiting.push(chunk);
      wake?.();
    },
    end() {
      isEnded = true;
      wake?.();
    },
    chunks: read(),
  };
}
