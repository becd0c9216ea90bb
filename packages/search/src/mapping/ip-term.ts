import type { IpBytes } from '../ip/ip-address.ts';

/** An address as the term that `ip` fields keep: 32 hexadecimal digits, in the order of addresses. */
export const ipTerm = (bytes: IpBytes): string => {
  let term = '';
  for (const byte of bytes) term += (byte < 16 ? '0' : '') + byte.toString(16);
  return term;
};

export const ipOfTerm = (term: string): IpBytes =>
  Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(term.slice(2 * index, 2 * index + 2), 16));
