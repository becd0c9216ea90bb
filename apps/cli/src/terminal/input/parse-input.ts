import type { InputEvent, Key } from './key.ts';

const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';

export interface InputParser {
  /** What a piece of input means. A sequence that is cut is kept until its rest comes. */
  push(text: string): readonly InputEvent[];
  /** Whether something is kept: a lone Escape looks like the start of a sequence. */
  readonly isPending: boolean;
  /** Nothing more has come for a while: what is kept means itself. */
  flush(): readonly InputEvent[];
}

/** Turns what a terminal sends into keys and pastes; nothing of an unknown sequence reaches the text. */
export function createInputParser(): InputParser {
  let kept = '';
  let pasted: string | undefined;

  function take(isOver: boolean): readonly InputEvent[] {
    const events: InputEvent[] = [];
    for (;;) {
      if (pasted !== undefined) {
        const end = kept.indexOf(PASTE_END);
        if (end < 0) {
          // The end mark itself may be cut.
          const safe = isOver ? kept.length : Math.max(0, kept.length - PASTE_END.length + 1);
          pasted += kept.slice(0, safe);
          kept = kept.slice(safe);
          return events;
        }
        events.push({ type: 'paste', text: normalizePaste(pasted + kept.slice(0, end)) });
        kept = kept.slice(end + PASTE_END.length);
        pasted = undefined;
        continue;
      }
      if (kept === '') return events;
      if (kept.startsWith(PASTE_START)) {
        pasted = '';
        kept = kept.slice(PASTE_START.length);
        continue;
      }
      const next = kept.startsWith('\x1b') ? parseEscape(kept, isOver) : parseCharacter(kept);
      if (!next) return events;
      kept = kept.slice(next.length);
      if (next.event) events.push(next.event);
    }
  }

  return {
    push(text) {
      kept += text;
      return take(false);
    },
    get isPending() {
      return kept !== '' && pasted === undefined;
    },
    flush: () => take(true),
  };
}

const normalizePaste = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

interface Parsed {
  readonly length: number;
  readonly event?: InputEvent;
}

const press = (name: string, more: Partial<Key> = {}): InputEvent => ({
  type: 'key',
  key: { name, text: '', isCtrl: false, isAlt: false, isShift: false, ...more },
});

const controlNames: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x1b': 'escape',
  '\0': 'space',
};

function parseCharacter(text: string): Parsed {
  const char = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return { length: char.length, event: characterEvent(char) };
}

function characterEvent(char: string): InputEvent {
  const named = controlNames[char];
  if (named !== undefined) return press(named, { isCtrl: char === '\0' });
  if (char < ' ') return press(String.fromCharCode(char.charCodeAt(0) + 96), { isCtrl: true });
  const lower = char.toLowerCase();
  return press(char === ' ' ? 'space' : lower, { text: char, isShift: char !== lower });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are made of them
const csi = /^\x1b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: likewise
const csiBegun = /^\x1b\[[<=>?]?[\d;:]*[ -/]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: likewise
const operatingSystemCommand = /^\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)/;

/** Undefined where more has to come first. */
function parseEscape(text: string, isOver: boolean): Parsed | undefined {
  const match = csi.exec(text);
  if (match) return { length: match[0].length, ...eventOfCsi(match) };
  if (csiBegun.test(text) && text.length > 2) return isOver ? { length: text.length } : undefined;
  if (text.startsWith('\x1b]') && text.length > 2) {
    const command = operatingSystemCommand.exec(text);
    if (command) return { length: command[0].length, ...eventOfCommand(command[1] ?? '') };
    return isOver ? { length: text.length } : undefined;
  }
  if (text.startsWith('\x1bO') && text.length > 2) {
    const name = letterNames[text[2] ?? ''];
    return { length: 3, ...(name !== undefined && { event: press(name) }) };
  }
  const second = text[1];
  if (second === undefined || second === '[' || second === 'O' || second === ']') {
    if (!isOver) return undefined;
    if (second === undefined) return { length: 1, event: press('escape') };
  }
  if (second === '\x1b') return { length: 1, event: press('escape') };
  const { length, event } = parseCharacter(text.slice(1));
  if (event?.type !== 'key') return { length: length + 1 };
  return { length: length + 1, event: { type: 'key', key: { ...event.key, text: '', isAlt: true } } };
}

const letterNames: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
};
const tildeNames: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};
const codeNames: Readonly<Record<string, string>> = {
  '9': 'tab',
  '13': 'enter',
  '27': 'escape',
  '32': 'space',
  '127': 'backspace',
  '57414': 'enter',
};

/** Cursor keys, keys with a number, and the two ways in which terminals report modified characters. */
function eventOfCsi([, prefix, parameters = '', , final = '']: RegExpExecArray): { readonly event?: InputEvent } {
  if (prefix !== '') return {};
  const [first = '', second = '', third = ''] = parameters.split(';');
  const number = first.split(':')[0] ?? '';
  if (parameters === '' && (final === 'I' || final === 'O'))
    return { event: { type: 'focus', isFocused: final === 'I' } };
  if (final === 'Z') return { event: press('tab', { isShift: true }) };
  if (final === 'u') return { event: modifiedCharacter(number, second) };
  if (final === '~' && number === '27') return { event: modifiedCharacter(third, second) };
  const name = final === '~' ? tildeNames[number] : letterNames[final];
  return name === undefined ? {} : { event: press(name, modifiers(second)) };
}

function modifiers(parameter: string): Pick<Key, 'isShift' | 'isAlt' | 'isCtrl'> {
  const bits = Math.max(0, Number(parameter.split(':')[0] || '1') - 1);
  return { isShift: (bits & 1) !== 0, isAlt: (bits & 2) !== 0, isCtrl: (bits & 4) !== 0 };
}

function modifiedCharacter(code: string, parameter: string): InputEvent {
  const held = modifiers(parameter);
  const named = codeNames[code];
  if (named !== undefined) return press(named, { ...held, text: named === 'space' && !held.isCtrl ? ' ' : '' });
  const point = Number(code);
  const char = Number.isInteger(point) && point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  const isPlain = !held.isCtrl && !held.isAlt;
  return press(char.toLowerCase(), { ...held, text: isPlain ? (held.isShift ? char.toUpperCase() : char) : '' });
}

/** `11;rgb:ffff/ffff/ffff`: the background, with one to four digits a part. */
function eventOfCommand(command: string): { readonly event?: InputEvent } {
  const match = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(command);
  if (!match) return {};
  const part = (digits = '0'): number => Number.parseInt(digits, 16) / (16 ** digits.length - 1);
  return { event: { type: 'background', red: part(match[1]), green: part(match[2]), blue: part(match[3]) } };
}
