/** Controls, and the marks that make text read in another order than it is written. */
const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const controlsInLines = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text from outside as it may stand on a terminal: nothing in it is obeyed, and nothing is lost, because controls are shown
 * as symbols. Line breaks and tabs stay.
 */
export const visibleControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(controlsInLines, symbolOf);

/** The same on one line: line breaks and tabs are symbols too. */
export const visibleLine = (text: string): string => text.replace(controls, symbolOf);

function symbolOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}
