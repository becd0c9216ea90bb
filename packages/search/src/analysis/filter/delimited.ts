import { illegalArgument } from '../../error/es-error.ts';
import type { TokenFilter } from '../component.ts';

export type PayloadEncoding = 'float' | 'int' | 'identity';

const encode = (text: string, encoding: PayloadEncoding): Uint8Array => {
  if (encoding === 'identity') return new TextEncoder().encode(text);
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  const value = Number(text);
  const isNumber = text.trim() !== '' && !Number.isNaN(value);
  if (!isNumber || (encoding === 'int' && !Number.isInteger(value))) {
    throw illegalArgument(`For input string: "${text}"`, { type: 'number_format_exception' });
  }
  if (encoding === 'int') view.setInt32(0, value);
  else view.setFloat32(0, value);
  return bytes;
};

/** `term|value`: the value becomes the term's payload. */
export const delimitedPayloadFilter = (name: string, delimiter: string, encoding: PayloadEncoding): TokenFilter => ({
  name,
  attributes: ['payload'],
  apply: ({ tokens }) => {
    for (const token of tokens) {
      const at = token.term.indexOf(delimiter);
      token.payload = at < 0 ? null : encode(token.term.slice(at + 1), encoding);
      if (at >= 0) token.term = token.term.slice(0, at);
    }
  },
});

/** `term|3`: the term counts three times. */
export const delimitedFrequencyFilter = (name: string, delimiter: string): TokenFilter => ({
  name,
  apply: ({ tokens }) => {
    for (const token of tokens) {
      const at = token.term.indexOf(delimiter);
      if (at < 0) continue;
      const text = token.term.slice(at + 1);
      if (!/^[+-]?\d+$/.test(text)) {
        throw illegalArgument(`For input string: "${text}"`, { type: 'number_format_exception' });
      }
      token.frequency = Number(text);
      token.term = token.term.slice(0, at);
    }
  },
});
