/** Puts a prefix before every line of a text that comes in pieces. */
export function createLinePrefix(prefix: string): (text: string) => string {
  let atLineStart = true;
  return (text) => {
    if (text === '') return '';
    const prefixed = (atLineStart ? prefix : '') + text.replace(/\n(?!$)/g, `\n${prefix}`);
    atLineStart = text.endsWith('\n');
    return prefixed;
  };
}
