/** What was sent before, oldest first, and where in it the person stands. */
export interface PromptHistory {
  readonly entries: readonly string[];
  /** Index of the entry that is shown; the length where the draft is. */
  readonly at: number;
  /** What had been written before going back. */
  readonly draft: string;
}

const MAX_HISTORY_ENTRIES = 500;
const MAX_HISTORY_ENTRY_CHARS = 20_000;

export const historyOf = (entries: readonly string[]): PromptHistory => {
  const kept = entries.slice(-MAX_HISTORY_ENTRIES);
  return { entries: kept, at: kept.length, draft: '' };
};

export function remember({ entries }: PromptHistory, text: string): PromptHistory {
  if (text.trim() === '' || text.length > MAX_HISTORY_ENTRY_CHARS) return historyOf(entries);
  return historyOf([...entries.filter((entry) => entry !== text), text]);
}

/** The entry before or after the one shown; undefined where there is none. */
export function browse(
  history: PromptHistory,
  by: -1 | 1,
  shown: string,
): { readonly history: PromptHistory; readonly text: string } | undefined {
  const at = history.at + by;
  if (at < 0 || at > history.entries.length) return undefined;
  const draft = history.at === history.entries.length ? shown : history.draft;
  return { history: { ...history, at, draft }, text: history.entries[at] ?? draft };
}
