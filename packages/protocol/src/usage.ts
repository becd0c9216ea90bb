import { z } from 'zod';

/** Tokens of one or more model replies. `inputTokens` counts the whole prompt, the cached part included. */
export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cacheReadTokens: z.number().int().nonnegative().optional(),
  cacheWriteTokens: z.number().int().nonnegative().optional(),
  thinkingTokens: z.number().int().nonnegative().optional(),
});
export type Usage = Readonly<z.infer<typeof usageSchema>>;

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (key: keyof Usage): Partial<Usage> =>
    a[key] === undefined && b[key] === undefined ? {} : { [key]: (a[key] ?? 0) + (b[key] ?? 0) };
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...sum('cacheReadTokens'),
    ...sum('cacheWriteTokens'),
    ...sum('thinkingTokens'),
  };
}
