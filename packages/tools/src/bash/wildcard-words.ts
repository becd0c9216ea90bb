/**
 * The words of a command's text that hold wildcards, quotes dropped and simple braces expanded. What they match is not known
 * before the command runs, so the parsed command does not have them; what they ask for is plain to see.
 */
export function wildcardWords(text: string): readonly string[] {
  return text
    .split(/[\s;|&<>()]+/)
    .filter((word) => /[*?[]/.test(word) && !/[$`]/.test(word))
    .flatMap((word) => withoutBraces(word.replace(/["'\\]/g, '')));
}

function withoutBraces(word: string): readonly string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(word);
  if (!group) return [word];
  const before = word.slice(0, group.index);
  const after = word.slice(group.index + group[0].length);
  return (group[1] ?? '').split(',').map((item) => `${before}${item}${after}`);
}
