/**
 * Reads one terminal control sequence, character by character, after its ESC (ECMA-48 §5.4, §5.6; OSC as xterm has it).
 * `aborted` means that what was read is no sequence after all; its text is given back and nothing is lost.
 */
export type SequenceStep =
  | { readonly status: 'open' }
  | { readonly status: 'csi'; readonly parameters: string; readonly final: string }
  | { readonly status: 'ignored' }
  /**
   * `text` had been read since ESC; the character that broke it is not part of it. `restarts`: an ESC ended it, and the
   * character is the first of the sequence that this ESC begins.
   */
  | { readonly status: 'aborted'; readonly text: string; readonly restarts: boolean };

export interface SequenceReader {
  step(character: string): SequenceStep;
  /** What was read since ESC. */
  readonly text: string;
}

const MAX_CSI = 64;
const MAX_STRING = 4096;
const OPEN: SequenceStep = { status: 'open' };
const IGNORED: SequenceStep = { status: 'ignored' };

type State = 'start' | 'intermediate' | 'csi' | 'string' | 'string-escape';

export function createSequenceReader(): SequenceReader {
  let state: State = 'start';
  let text = '';
  const keep = (character: string): SequenceStep => {
    text += character;
    return OPEN;
  };
  const abort = (restarts = false): SequenceStep => ({ status: 'aborted', text, restarts });

  const start = (character: string): SequenceStep => {
    if (character === '[') state = 'csi';
    else if (']PX^_'.includes(character)) state = 'string';
    else if (isBetween(character, 0x20, 0x2f)) state = 'intermediate';
    else return isBetween(character, 0x30, 0x7e) ? IGNORED : abort();
    return keep(character);
  };
  const csi = (character: string): SequenceStep => {
    if (isBetween(character, 0x40, 0x7e)) return { status: 'csi', parameters: text.slice(1), final: character };
    return isBetween(character, 0x20, 0x3f) && text.length < MAX_CSI ? keep(character) : abort();
  };
  const string = (character: string): SequenceStep => {
    if (character === '\x07' || character === '\x9c') return IGNORED;
    if (character === '\n' || text.length >= MAX_STRING) return abort();
    if (character !== '\x1b') return keep(character);
    state = 'string-escape';
    return OPEN;
  };
  const stringEscape = (character: string): SequenceStep => (character === '\\' ? IGNORED : abort(true));
  const intermediate = (character: string): SequenceStep => {
    if (isBetween(character, 0x30, 0x7e)) return IGNORED;
    return isBetween(character, 0x20, 0x2f) && text.length < MAX_CSI ? keep(character) : abort();
  };
  const states: Record<State, (character: string) => SequenceStep> = {
    start,
    intermediate,
    csi,
    string,
    'string-escape': stringEscape,
  };
  return {
    step: (character) => states[state](character),
    get text() {
      return text;
    },
  };
}

function isBetween(character: string, low: number, high: number): boolean {
  const code = character.charCodeAt(0);
  return code >= low && code <= high;
}
