import { createSequenceReader, type SequenceReader, type SequenceStep } from './escape-sequence.ts';
import { createTerminalLine } from './terminal-line.ts';

/**
 * The text that a terminal would leave on its lines, as it comes: colours, titles and links are taken out, a carriage return or
 * backspace overwrites, other control characters are shown as `\xNN`.
 */
export interface TerminalText {
  /** The lines that are finished by now. */
  push(text: string): string;
  end(): string;
  /** The line that is still being written. */
  pending(): string;
}

/** Characters after which a line is given out though it goes on, so that memory stays bounded. */
export const MAX_HELD_LINE = 32_768;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

const ESCAPE = 0x1b;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const COLOUR = /\x1b\[[0-9;:]{0,63}m/g;

/** The result does not depend on where the input is split, as long as no surrogate pair is. */
export function createTerminalText(): TerminalText {
  /** The line while nothing has moved the cursor; `line` holds it from then on. */
  let plain = '';
  let isPlain = true;
  /** A carriage return that matters only if something other than a line feed follows. */
  let returned = false;
  let reader: SequenceReader | undefined;
  let out = '';
  const line = createTerminalLine();

  const toCells = (): void => {
    if (isPlain) line.write(plain);
    if (returned) line.moveTo(0);
    plain = '';
    isPlain = false;
    returned = false;
  };

  const write = (text: string): void => {
    if (text === '') return;
    if (returned) toCells();
    if (isPlain) {
      plain += text;
      if (plain.length >= MAX_HELD_LINE) holdLess();
      return;
    }
    for (const character of text) {
      line.put(character);
      if (line.length < MAX_HELD_LINE) continue;
      out += line.text();
      line.clear();
    }
  };

  /** The cut counts code points, as the cells do. */
  const holdLess = (): void => {
    const given = unitsOf(plain, MAX_HELD_LINE);
    out += plain.slice(0, given);
    plain = plain.slice(given);
  };

  const newline = (): void => {
    out += isPlain ? `${plain}\n` : `${line.text()}\n`;
    plain = '';
    isPlain = true;
    returned = false;
    line.clear();
  };

  const writeLines = (text: string): void => {
    const first = text.indexOf('\n');
    if (first < 0) {
      write(text);
      return;
    }
    write(text.slice(0, first));
    newline();
    const last = text.lastIndexOf('\n');
    if (last > first) out += text.slice(first + 1, last + 1);
    write(text.slice(last + 1));
  };

  const control = (character: string): void => {
    if (character === '\r') {
      if (isPlain) returned = true;
      else line.moveTo(0);
    } else if (character === '\b') {
      toCells();
      line.moveBy(-1);
    } else if (character === '\x1b') {
      reader = createSequenceReader();
    } else if (!SILENT.has(character)) {
      write(showControl(character));
    }
  };

  const sequence = (step: SequenceStep, character: string): void => {
    if (step.status === 'open') return;
    reader = undefined;
    if (step.status === 'csi') moveCursor(step.parameters, step.final);
    if (step.status !== 'aborted') return;
    write(showAll(`\x1b${step.text}`));
    if (step.restarts) {
      reader = createSequenceReader();
      sequence(reader.step(character), character);
    } else if (character === '\n') newline();
    else if (isSpecial(character)) control(character);
    else write(character);
  };

  const moveCursor = (parameters: string, final: string): void => {
    if (!'KCDG'.includes(final)) return;
    const count = Number.parseInt(parameters, 10);
    if (final === 'K') {
      const mode = Number.isNaN(count) ? 0 : count;
      if (mode === 0 && isPlain && !returned) return;
      toCells();
      line.erase(mode);
    } else if (final === 'C' || final === 'D') {
      toCells();
      line.moveBy((final === 'C' ? 1 : -1) * Math.max(1, count || 1));
    } else {
      toCells();
      line.moveTo((count || 1) - 1);
    }
  };

  const take = (): string => {
    const taken = out;
    out = '';
    return taken;
  };

  return {
    push(observed) {
      const text = reader ? observed : withoutColours(observed);
      let at = 0;
      while (at < text.length) {
        if (reader) {
          const character = text.charAt(at);
          at += 1;
          sequence(reader.step(character), character);
          continue;
        }
        const code = text.charCodeAt(at);
        if (!isSpecialCode(code)) {
          SPECIAL.lastIndex = at;
          const special = SPECIAL.exec(text)?.index ?? text.length;
          writeLines(text.slice(at, special));
          at = special;
          continue;
        }
        const end = code === ESCAPE ? sequenceEnd(text, at) : 0;
        if (end > 0) moveCursor(text.slice(at + 2, end - 1), text.charAt(end - 1));
        else control(text.charAt(at));
        at = Math.max(end, at + 1);
      }
      return take();
    },
    end() {
      if (reader) write(showAll(`\x1b${reader.text}`));
      reader = undefined;
      out += isPlain ? plain : line.text();
      plain = '';
      isPlain = true;
      returned = false;
      line.clear();
      return take();
    },
    pending: () => (isPlain ? plain : line.text()),
  };
}

/** How many units the most whole multiples of `step` characters at the beginning of a text take. */
function unitsOf(text: string, step: number): number {
  if (!/[\ud800-\udbff]/.test(text)) return text.length - (text.length % step);
  const characters = [...text];
  return characters.slice(0, characters.length - (characters.length % step)).join('').length;
}

/**
 * Most coloured output has no other sequences, and then they go in one step. Where anything else is left the text is read
 * as it came, because a colour inside a broken sequence means something else.
 */
function withoutColours(text: string): string {
  if (!text.includes('\x1b')) return text;
  const rest = text.replace(COLOUR, '');
  return rest.includes('\x1b') ? text : rest;
}

/** Bell, shift out and shift in: they leave nothing on the screen. */
const SILENT: ReadonlySet<string> = new Set(['\x07', '\x0e', '\x0f']);

/** The same as `SPECIAL` says: all control characters but tab and line feed. */
const isSpecialCode = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a) || (code >= 0x7f && code <= 0x9f);

const isSpecial = (character: string): boolean => isSpecialCode(character.charCodeAt(0));

/** Where a control sequence that is whole ends, 0 where the reader has to take it character by character. */
function sequenceEnd(text: string, start: number): number {
  if (text[start + 1] !== '[') return 0;
  for (let at = start + 2; at < text.length && at - start < 64; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x40 && code <= 0x7e) return at + 1;
    if (code < 0x20 || code > 0x3f) return 0;
  }
  return 0;
}

function showControl(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

const showAll = (text: string): string => text.replace(SPECIAL, showControl);
