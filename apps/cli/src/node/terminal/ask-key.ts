/** Waits for one of a few keys, before the screen is drawn. Ctrl+C, Ctrl+D and Escape give `cancel`. */
export function askKey(keys: readonly string[]): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve) => {
    const take = (bytes: Buffer): void => {
      const typed = bytes.toString('utf8').toLowerCase();
      const key = ['\x03', '\x04', '\x1b'].includes(typed) ? 'cancel' : keys.find((known) => typed === known);
      if (key === undefined) return;
      stdin.off('data', take);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(key);
    };
    stdin.setRawMode(true);
    stdin.resume();
    stdin.on('data', take);
  });
}
