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
    const characters = [...plain];
    const given = characters.length - (characters.length % MAX_HELD_LINE);
    out += characters.slice(0, given).join('');
    plain = characters.slice(given).join('');
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
    const count = Number.parseInt(parameters, 10);
    if (final === 'K') {
      const mode = Number.isNaN(count) ? 0 : count;
      if (mode === 0 && isPlain && !returned) return;
      toCells();
      line.erase(mode);
    } else if (final === 'C' || final === 'D') {
      toCells();
      line.moveBy((final === 'C' ? 1 : -1) * Math.max(1, count || 1));
    } else if (final === 'G') {
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
    push(text) {
      let at = 0;
      while (at < text.length) {
        if (reader) {
          const character = text.charAt(at);
          at += 1;
          sequence(reader.step(character), character);
          continue;
        }
        SPECIAL.lastIndex = at;
        const special = SPECIAL.exec(text)?.index ?? text.length;
        if (special > at) writeLines(text.slice(at, special));
        if (special < text.length) control(text.charAt(special));
        at = special + 1;
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

/** Bell, shift out and shift in: they leave nothing on the screen. */
const SILENT: ReadonlySet<string> = new Set(['\x07', '\x0e', '\x0f']);

function isSpecial(character: string): boolean {
  SPECIAL.lastIndex = 0;
  return SPECIAL.test(character);
}

function showControl(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

const showAll = (text: string): string => text.replace(SPECIAL, showControl);
