import type { CommandFact } from '@toolstone/protocol';

/**
 * A rough reading of a text that the shell grammar does not take: cut at operators, split at blanks, quotes dropped. Bash may
 * still run the lines before the one that is wrong, so the guard looks at these words.
 */
export function looseCommands(text: string): readonly CommandFact[] {
  return text
    .split(/&&|\|\||[;|&\n(){}`]/)
    .map((piece) =>
      piece
        .replace(/["'\\]/g, '')
        .trim()
        .split(/\s+/),
    )
    .filter(([first]) => first !== undefined && first !== '')
    .map((words) => {
      const start = words.findIndex((word) => !isWrapper(word));
      const [program = '', ...args] = words.slice(Math.max(0, start));
      return {
        text: words.join(' '),
        name: program.slice(program.lastIndexOf('/') + 1),
        args,
        opaque: true,
        wrappers: [],
      };
    });
}

const isWrapper = (word: string): boolean =>
  /^(sudo|doas|env|command|exec|nohup|time|then|do|else|!|\w+=.*|-.*)$/.test(word);
