/**
 * The source files that are loaded when an output of the bundle is: its own and those of what it imports statically.
 *
 * @param {import('esbuild').Metafile} metafile
 * @param {string} output
 * @returns {{ readonly inputs: readonly string[], readonly bytes: number, readonly later: readonly string[] }}
 *   `later`: the outputs that these import dynamically
 */
export function loadedWith(metafile, output) {
  /** @type {Set<string>} */
  const outputs = new Set();
  /** @type {Set<string>} */
  const later = new Set();
  const visit = (/** @type {string} */ name) => {
    if (outputs.has(name)) return;
    outputs.add(name);
    for (const { path, kind, external } of metafile.outputs[name]?.imports ?? []) {
      if (external) continue;
      if (kind === 'dynamic-import') later.add(path);
      else visit(path);
    }
  };
  visit(output);
  const parts = [...outputs].flatMap((name) => metafile.outputs[name] ?? []);
  return {
    inputs: parts.flatMap(({ inputs }) => Object.keys(inputs)),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    later: [...later].filter((name) => !outputs.has(name)),
  };
}
