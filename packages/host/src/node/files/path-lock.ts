export interface PathLock {
  /** Runs one task after the other for the same path; tasks of different paths run side by side. */
  run<T>(path: string, task: () => Promise<T>): Promise<T>;
}

export const createPathLock = (): PathLock => {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(path, task) {
      const turn = (last.get(path) ?? Promise.resolve()).then(task, task);
      // The next in line waits for the end of this one, however it ends; the caller alone sees its error.
      const settled = turn.catch(() => undefined);
      last.set(path, settled);
      try {
        return await turn;
      } finally {
        if (last.get(path) === settled) last.delete(path);
      }
    },
  };
};
