/**
 * Shows on stderr that something long goes on: a line that counts in a terminal, a line every 15 s elsewhere.
 *
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const isTerminal = process.stderr.isTTY === true;
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  // A line that wraps cannot be written over.
  const fitting = (/** @type {string} */ line) => line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1));
  process.stderr.write(isTerminal ? fitting(`${what} …`) : `${what} …\n`);
  const timer = setInterval(
    () => process.stderr.write(isTerminal ? `\r${fitting(`${what} … ${seconds()} s`)}` : `${what} … ${seconds()} s\n`),
    isTerminal ? 1_000 : 15_000,
  );
  timer.unref();
  try {
    const result = await work();
    process.stderr.write(
      `${isTerminal ? '\r\u001b[K' : ''}${what}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`,
    );
    return result;
  } catch (error) {
    process.stderr.write(`${isTerminal ? '\r\u001b[K' : ''}${what}: failed after ${seconds()} s\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
