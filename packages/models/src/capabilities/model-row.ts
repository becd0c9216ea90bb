import type { Capabilities } from '@toolstone/protocol';

/** The beginning of a model's name and how models of that name differ from their family's base. */
export type ModelRow = readonly [prefix: string, capabilities: Partial<Capabilities>];

/** US dollars a million tokens: fresh input, output, cached input, written cache. */
export function price(input: number, output: number, cacheRead?: number, cacheWrite?: number): Partial<Capabilities> {
  return {
    price_input: input,
    price_output: output,
    ...(cacheRead === undefined ? {} : { price_cache_read: cacheRead }),
    ...(cacheWrite === undefined ? {} : { price_cache_write: cacheWrite }),
  };
}

/** The row whose prefix is the longest that the name begins with. */
export function longestPrefix(rows: readonly ModelRow[], name: string): Partial<Capabilities> | undefined {
  let best: ModelRow | undefined;
  for (const row of rows) {
    if (name.startsWith(row[0]) && (best === undefined || row[0].length > best[0].length)) best = row;
  }
  return best?.[1];
}
