/** More alternatives than this from one word are not followed. */
const maxAlternatives = 256;

/** Index just behind the quoted text or escape that starts at `index`; `index` itself where none does. */
function skipQuoted(text: string, index: number): number {
  const character = text[index];
  if (character === '\\') return Math.min(index + 2, text.length);
  if (character === "'") {
    const close = text.indexOf("'", index + 1);
    return close < 0 ? text.length : close + 1;
  }
  if (character !== '"') return index;
  let at = index + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

interface Group {
  readonly open: number;
  /** Index behind the closing brace. */
  readonly end: number;
  readonly items: readonly string[];
}

function sequence(body: string): readonly string[] | null | undefined {
  const numbers = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,15}))?$/.exec(body);
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d{1,15}))?$/.exec(body);
  const match = numbers ?? letters;
  if (!match) return undefined;
  const [, first = '', last = '', by] = match;
  const from = numbers ? Number(first) : first.charCodeAt(0);
  const to = numbers ? Number(last) : last.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > maxAlternatives) return null;
  // Letters across the gap between Z and a would give characters with a meaning of their own.
  if (letters && /[a-z]/.test(first) !== /[a-z]/.test(last)) return null;
  const padded = numbers && [first, last].some((end) => /^-?0\d/.test(end));
  const width = padded ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = from + (to >= from ? 1 : -1) * step * index;
    if (!numbers) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  });
}

/** The first brace group that expands; null where it would give too many words. */
function findGroup(text: string): Group | null | undefined {
  for (let open = 0; open < text.length; ) {
    const behind = skipQuoted(text, open);
    if (behind !== open) {
      open = behind;
      continue;
    }
    if (text[open] === '{' && !text.includes('}', open)) return undefined;
    if (text[open] !== '{') {
      open += 1;
      continue;
    }
    const items: string[] = [];
    let depth = 0;
    let start = open + 1;
    for (let at = open + 1; at < text.length; ) {
      const next = skipQuoted(text, at);
      if (next !== at) {
        at = next;
        continue;
      }
      const character = text[at];
      if (character === '{') depth += 1;
      else if (character === '}' && depth > 0) depth -= 1;
      else if (character === ',' && depth === 0) {
        items.push(text.slice(start, at));
        start = at + 1;
      } else if (character === '}') {
        const body = text.slice(start, at);
        if (items.length > 0) return { open, end: at + 1, items: [...items, body] };
        const range = sequence(body);
        if (range === null) return null;
        if (range) return { open, end: at + 1, items: range };
        break;
      }
      at += 1;
    }
    open += 1;
  }
  return undefined;
}

/**
 * The words that brace expansion makes of one unexpanded word, quotes kept, in bash's order; null where there are more
 * than 256 of them. The word must hold no `$` or backtick.
 */
export function expandBraces(word: string): readonly string[] | null {
  const done: string[] = [];
  const pending = [{ fixed: '', text: word }];
  while (pending.length > 0) {
    if (pending.length + done.length > maxAlternatives) return null;
    const current = pending.shift();
    if (!current) break;
    const group = findGroup(current.text);
    if (group === null) return null;
    if (!group) {
      done.push(current.fixed + current.text);
      continue;
    }
    const tail = current.text.slice(group.end);
    const head = current.fixed + current.text.slice(0, group.open);
    if (group.items.length + pending.length > maxAlternatives) return null;
    // An alternative may hold groups of its own, so it is looked at again together with what follows it.
    pending.unshift(...group.items.map((item) => ({ fixed: head, text: item + tail })));
  }
  return done;
}
