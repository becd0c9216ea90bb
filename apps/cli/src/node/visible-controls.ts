/** Controls but the line break and the tab, and the marks that make text read in another order than it is written. */
const controls = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text from outside as it may stand on a terminal: nothing in it is obeyed, and nothing is lost, because controls are shown
 * as the symbols that file names have them as. Line breaks and tabs stay.
 */
export const visibleControls = (text: string): string => text.replaceAll('\r\n', '\n').replace(controls, symbolOf);

/** The same on one line. */
export const visibleLine = (text: string): string => visibleControls(text).replaceAll('\n', '␊');

function symbolOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}
