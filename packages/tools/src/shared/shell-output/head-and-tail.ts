/** Keeps the beginning and the end of a text that may be without bound, in bounded memory. */
export interface HeadAndTail {
  push(text: string): void;
  readonly chars: number;
  /** The whole text, or its head and tail at line ends with a line between them that says what was cut. */
  render(maxChars?: number): { readonly text: string; readonly truncated: boolean };
}

/** A cut moves to a line end that is at most this far away. */
const LINE_REACH = 2048;
const CHUNK = 4096;

/** @param limit characters (UTF-16 units) that are kept, half of them for each end. */
export function createHeadAndTail(limit: number): HeadAndTail {
  const headLimit = Math.ceil(limit / 2);
  const tailLimit = limit - headLimit;
  let head = '';
  const tail = createTail(tailLimit);
  let chars = 0;
  let lineFeeds = 0;
  return {
    push(text) {
      if (text === '') return;
      chars += text.length;
      lineFeeds += countLineFeeds(text);
      const room = headLimit - head.length;
      if (room > 0) head += text.slice(0, room);
      if (text.length > room) tail.push(room > 0 ? text.slice(room) : text);
    },
    get chars() {
      return chars;
    },
    render(maxChars = limit) {
      const end = tail.text();
      if (chars <= maxChars && head.length + end.length === chars) return { text: head + end, truncated: false };
      // What is still whole is cut from the whole, so that a smaller limit gets its full share of both ends.
      const whole = head.length + end.length === chars ? head + end : undefined;
      const headShare = Math.min(headLimit, Math.ceil(maxChars / 2));
      const kept = cutHead(whole ?? head, headShare);
      const rest = cutTail(whole ?? end, maxChars - headShare);
      const cutChars = chars - kept.length - rest.length;
      const cutLines = lineFeeds - countLineFeeds(kept) - countLineFeeds(rest);
      const gap = kept === '' || kept.endsWith('\n') ? '' : '\n';
      return { text: `${kept}${gap}${notice(cutChars, cutLines, chars)}\n${rest}`, truncated: true };
    },
  };
}

const notice = (cutChars: number, cutLines: number, chars: number): string =>
  `[${cutChars.toLocaleString('en')} of ${chars.toLocaleString('en')} characters (${cutLines.toLocaleString('en')} line ends) cut from the middle here]`;

/** The last characters of what is pushed, in chunks so that dropping is cheap. */
function createTail(limit: number) {
  let chunks: string[] = [];
  let first = 0;
  let length = 0;
  return {
    push(text: string): void {
      const kept = text.length > limit ? text.slice(text.length - limit) : text;
      const last = chunks.length - 1;
      const previous = chunks[last];
      if (previous !== undefined && last >= first && previous.length + kept.length <= CHUNK)
        chunks[last] = previous + kept;
      else chunks.push(kept);
      length += kept.length;
      while (length - (chunks[first]?.length ?? 0) >= limit && first < chunks.length - 1) {
        length -= chunks[first]?.length ?? 0;
        first += 1;
      }
      if (first > 64 && first * 2 > chunks.length) {
        chunks = chunks.slice(first);
        first = 0;
      }
    },
    text(): string {
      const all = chunks.slice(first).join('');
      return all.length > limit ? all.slice(all.length - limit) : all;
    },
  };
}

/*
 * The guard that looks for secrets sees the text after this cut, so a cut must leave no half of one: no half word where no line
 * ends nearby, no half of a private key.
 */
function cutHead(text: string, share: number): string {
  const cut = text.slice(0, share);
  const lineEnd = cut.lastIndexOf('\n') + 1;
  const whole = lineEnd > 0 && cut.length - lineEnd <= LINE_REACH ? cut.slice(0, lineEnd) : withoutLastWord(cut);
  const begin = whole.lastIndexOf(KEY_BEGIN);
  return begin >= 0 && !whole.includes(KEY_END, begin) ? whole.slice(0, begin) : whole;
}

function cutTail(text: string, share: number): string {
  const cut = share > 0 ? text.slice(-share) : '';
  const lineStart = cut.indexOf('\n') + 1;
  const isNear = lineStart > 0 && lineStart <= LINE_REACH && lineStart < cut.length;
  const whole = isNear ? cut.slice(lineStart) : withoutFirstWord(cut);
  const end = whole.indexOf(KEY_END);
  const begin = whole.indexOf(KEY_BEGIN);
  if (end < 0 || (begin >= 0 && begin < end)) return whole;
  return whole.slice(whole.indexOf('\n', end) + 1 || whole.length);
}

const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';
const WORD = /[\w+/=.~-]/;

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < LINE_REACH && WORD.test(text[end - 1] ?? '')) end -= 1;
  const isFound = end > 0 && text.length - end < LINE_REACH;
  const cut = isFound ? text.slice(0, end) : text;
  return endsInHalfPair(cut) ? cut.slice(0, -1) : cut;
}

function withoutFirstWord(text: string): string {
  let start = 0;
  while (start < text.length && start < LINE_REACH && WORD.test(text[start] ?? '')) start += 1;
  const isFound = start < text.length && start < LINE_REACH;
  const cut = isFound ? text.slice(start) : text;
  return startsInHalfPair(cut) ? cut.slice(1) : cut;
}

const endsInHalfPair = (text: string): boolean => /[\ud800-\udbff]$/.test(text);
const startsInHalfPair = (text: string): boolean => /^[\udc00-\udfff]/.test(text);

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
