/** True when the text fits a pattern in which `*` stands for any text. Linear but for the star last met, whatever the pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0;
  let i = 0;
  let star = -1;
  let retry = 0;
  while (i < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      retry = i;
    } else if (at < pattern.length && pattern[at] === text[i]) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++retry;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
