/** One press of a key, or one paste. `name` is that of a named key, or the character itself in lower case. */
export interface Key {
  readonly name: string;
  /** What the key writes; empty for keys that write nothing. */
  readonly text: string;
  readonly isCtrl: boolean;
  readonly isAlt: boolean;
  readonly isShift: boolean;
}

export type InputEvent =
  | { readonly type: 'key'; readonly key: Key }
  | { readonly type: 'paste'; readonly text: string }
  /** The terminal's window has been turned to, or away from. */
  | { readonly type: 'focus'; readonly isFocused: boolean }
  /** The terminal's answer to what its background colour is, each part from 0 to 1. */
  | { readonly type: 'background'; readonly red: number; readonly green: number; readonly blue: number };

/** The name under which bindings know a key: `ctrl+c`, `alt+enter`, `up`, `y`, `Y`. */
export function keyName({ name, text, isCtrl, isAlt, isShift }: Key): string {
  const isWritten = text !== '' && !isCtrl && !isAlt;
  if (isWritten && name.length === 1) return text;
  return `${isCtrl ? 'ctrl+' : ''}${isAlt ? 'alt+' : ''}${isShift ? 'shift+' : ''}${name}`;
}
