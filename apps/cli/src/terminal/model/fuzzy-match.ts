/** How well a name fits what was typed: higher is better, undefined where letters are missing or out of order. */
export function fuzzyScore(typed: string, name: string): number | undefined {
  const wanted = typed.toLowerCase();
  const lower = name.toLowerCase();
  if (wanted === '') return -name.length;
  const base = lower.lastIndexOf('/', lower.length - 2) + 1;
  const inBase = lower.indexOf(wanted, base);
  if (inBase >= 0) return 1000 - (inBase - base) * 2 - name.length / 10;
  const whole = lower.indexOf(wanted);
  if (whole >= 0) return 500 - whole - name.length / 10;
  let score = 0;
  let at = -1;
  for (const char of wanted) {
    const found = lower.indexOf(char, at + 1);
    if (found < 0) return undefined;
    const isStart = found === 0 || /[/._\- ]/.test(lower[found - 1] ?? '');
    score += found === at + 1 ? 8 : isStart ? 6 : 1;
    at = found;
  }
  return score - name.length / 10;
}

/** The best fits first, at most `limit`; of equals the shorter. */
export function bestMatches(typed: string, names: readonly string[], limit: number): readonly string[] {
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const name of names) {
    const score = fuzzyScore(typed, name);
    if (score !== undefined) scored.push({ name, score });
  }
  return scored
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** The known word nearest to a mistyped one, where it is near enough to be meant. */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of words) {
    const distance = word.startsWith(typed) && typed.length > 1 ? 1 : editDistance(typed, word);
    if (distance <= Math.max(1, Math.floor(word.length / 3)) && distance < (best?.distance ?? Infinity))
      best = { word, distance };
  }
  return best?.word;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_cell, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (r: readonly number[] | undefined, index: number): number => r?.[index] ?? 0;
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(at(rows[i - 1], j) + 1, at(row, j - 1) + 1, at(rows[i - 1], j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(rows[i - 2], j - 2) + 1);
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}
