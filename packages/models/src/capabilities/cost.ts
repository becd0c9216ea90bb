import type { Capabilities, Usage } from '@toolstone/protocol';

const million = 1_000_000;

/**
 * US dollars of one reply, or undefined where the lane's prices are not known. Base prices: a provider's surcharge for
 * long prompts, faster service or a region is not in it.
 */
export function costOf(usage: Usage, prices: Capabilities): number | undefined {
  const { price_input: input, price_output: output } = prices;
  if (input === undefined || output === undefined) return undefined;
  const read = usage.cacheReadTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const fresh = Math.max(0, usage.inputTokens - read - written);
  const dollars =
    fresh * input +
    read * (prices.price_cache_read ?? input) +
    written * (prices.price_cache_write ?? input) +
    usage.outputTokens * output;
  return dollars / million;
}
