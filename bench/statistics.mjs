/**
 * The middle value, or the mean of the two middle ones.
 *
 * @param {readonly number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  const high = sorted[sorted.length >> 1] ?? Number.NaN;
  return (low + high) / 2;
}

/**
 * Median of the ratios of pairs that were measured one right after the other, so that both saw the same weather.
 *
 * @param {readonly { readonly ours: number, readonly base: number }[]} pairs
 */
export const pairedRatio = (pairs) => median(pairs.map(({ ours, base }) => ours / base));

/**
 * @param {number} value
 * @param {number} [digits]
 */
export const rounded = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits;
