export type PlainAnswer =
  | { readonly type: 'answer'; readonly decision: 'yes' | 'no'; readonly isAlways: boolean; readonly message: string }
  | { readonly type: 'edit'; readonly arguments: string }
  | { readonly type: 'why' };

/** `y`, `n, use the other file`, `a`, `e {"path": "b.txt"}` or `?`; undefined for anything else. */
export function parseAnswer(line: string): PlainAnswer | undefined {
  const text = line.trim();
  if (text === '?') return { type: 'why' };
  const edit = /^e(?:dit)?\s+([\s\S]+)$/i.exec(text);
  if (edit) return { type: 'edit', arguments: edit[1] ?? '' };
  const match = /^(y|yes|n|no|a|always)\s*(?:[,:]\s*([\s\S]*))?$/i.exec(text);
  if (!match) return undefined;
  const word = (match[1] ?? '').toLowerCase();
  return {
    type: 'answer',
    decision: word.startsWith('n') ? 'no' : 'yes',
    isAlways: word.startsWith('a'),
    message: match[2]?.trim() ?? '',
  };
}
