import type { Usage } from '@toolstone/protocol';

/** `950`, `12.3k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${trim(count / 1000)}k`;
  return `${trim(count / 1_000_000)}M`;
}

const trim = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, ''));

/** `0.4s`, `12s`, `3m 20s`, `1h 5m`. */
export function shortDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)}s`;
  if (seconds < 60) return `${Math.floor(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${Math.floor(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** US dollars, to the cent from ten cents up, finer below. */
export const shortCost = (dollars: number): string => `$${dollars >= 0.1 ? dollars.toFixed(2) : dollars.toFixed(4)}`;

/** Characters as a rough size. */
export const shortBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `↑ 12.3k (10k cached) ↓ 400 tokens`: what a model read and wrote; empty where there was none. */
export function usageText({ inputTokens, outputTokens, cacheReadTokens = 0 }: Usage): string {
  if (inputTokens + outputTokens === 0) return '';
  const cached = cacheReadTokens > 0 ? ` (${shortCount(cacheReadTokens)} cached)` : '';
  return `↑ ${shortCount(inputTokens)}${cached} ↓ ${shortCount(outputTokens)} tokens`;
}
