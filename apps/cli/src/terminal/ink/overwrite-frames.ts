// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences that are looked for
const erasure = /((?:\x1b\[2K\x1b\[1A)*)\x1b\[2K\x1b\[G/g;
const LINE_UP = '\x1b[2K\x1b[1A';

/**
 * Turns "erase the old frame, then write the new one" into "write the new one over the old one", so that there is no
 * moment in which the screen is empty, also on terminals that show each write as it comes.
 */
export function overwriteFrames(output: string): string {
  const parts: string[] = [];
  let from = 0;
  let isOver = false;
  for (const match of output.matchAll(erasure)) {
    parts.push(overwrite(output.slice(from, match.index), isOver));
    const up = (match[1] ?? '').length / LINE_UP.length;
    parts.push(up > 0 ? `\x1b[${up}A\r` : '\r');
    isOver = true;
    from = match.index + match[0].length;
  }
  parts.push(overwrite(output.slice(from), isOver));
  return parts.join('');
}

/** Each line clears what it leaves of the old one; what is below the last goes too. */
function overwrite(text: string, isOver: boolean): string {
  const end = text.lastIndexOf('\n');
  if (!isOver) return text;
  if (end < 0) return `\x1b[J${text}`;
  return `${text.slice(0, end).replaceAll('\n', '\x1b[K\n')}\x1b[K\n\x1b[J${text.slice(end + 1)}`;
}
