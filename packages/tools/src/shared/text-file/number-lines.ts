/** Lines as a model sees them: right-aligned number, tab, the line with its trailing blanks. */
export const numberLine = (number: number, line: string): string => `${String(number).padStart(4)}\t${line}`;

/** The text as it can stand in a result: halves of surrogate pairs (bytes that are no text) and NUL shown as symbols. */
export const showable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what is replaced
  text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/\u0000/g, '␀');
