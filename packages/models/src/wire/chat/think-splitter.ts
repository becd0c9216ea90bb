const tags = ['think', 'thinking', 'reasoning'] as const;

export interface SplitText {
  readonly thinking: string;
  readonly text: string;
}

/**
 * Takes the thinking out of a text that begins with a `<think>` block, as local servers send it that do not part it
 * themselves. Only a block at the very start counts: later on the tag is text. A tag may come in pieces.
 */
export function createThinkSplitter() {
  let state: 'start' | 'inside' | 'outside' = 'start';
  let held = '';
  let close = '';

  function push(delta: string): SplitText {
    if (state === 'outside') return { thinking: '', text: delta };
    held += delta;
    if (state === 'start') {
      const begun = held.trimStart().toLowerCase();
      const open = tags.find((tag) => begun.startsWith(`<${tag}>`));
      if (open === undefined) {
        if (tags.some((tag) => `<${tag}>`.startsWith(begun))) return { thinking: '', text: '' };
        state = 'outside';
        const text = held;
        held = '';
        return { thinking: '', text };
      }
      held = held
        .trimStart()
        .slice(open.length + 2)
        .replace(/^\n/, '');
      close = `</${open}>`;
      state = 'inside';
    }
    const end = held.toLowerCase().indexOf(close);
    if (end >= 0) {
      const thinking = held.slice(0, end);
      const text = held.slice(end + close.length).trimStart();
      held = '';
      state = 'outside';
      return { thinking, text };
    }
    // The last characters may be the beginning of the closing tag.
    const safe = held.length - partialTail(held.toLowerCase(), close);
    const thinking = held.slice(0, safe);
    held = held.slice(safe);
    return { thinking, text: '' };
  }

  return {
    push,
    /** What was held back when the stream ended. */
    end(): SplitText {
      const rest = held;
      held = '';
      return state === 'inside' ? { thinking: rest, text: '' } : { thinking: '', text: rest };
    },
  };
}

/** The length of the longest end of `text` with which `tag` begins. */
export function partialTail(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (tag.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
