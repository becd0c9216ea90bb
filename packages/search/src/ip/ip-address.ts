import { illegalArgument } from '../error/es-error.ts';

/** An address as its 16 bytes; IPv4 stands in the mapped range `::ffff:0:0/96`, so that bytes sort and compare as Lucene's. */
export type IpBytes = Uint8Array;

const mappedPrefix = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);

/** Parses an IPv4 or IPv6 literal (a `%zone` is dropped); undefined when it is none. */
export function tryParseIp(text: string): IpBytes | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Parses an address or refuses it with Elasticsearch's words. */
export function parseIp(text: string): IpBytes {
  const bytes = tryParseIp(text);
  if (bytes === undefined) throw illegalArgument(`'${text}' is not an IP string literal.`);
  return bytes;
}

function parseIpv4(text: string): IpBytes | undefined {
  const bytes = new Uint8Array(16);
  return readIpv4(text, 0, bytes, 12) ? withMappedPrefix(bytes) : undefined;
}

function withMappedPrefix(bytes: Uint8Array): Uint8Array {
  bytes.set(mappedPrefix);
  return bytes;
}

/** Reads dotted decimals from `from` to the end of the text; leading zeros are refused, for some read them as octal. */
function readIpv4(text: string, from: number, target: Uint8Array, offset: number): boolean {
  let part = 0;
  let value = -1;
  for (let i = from; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0x2e;
    if (code === 0x2e) {
      if (value < 0 || part > 3) return false;
      target[offset + part++] = value;
      value = -1;
    } else if (code >= 0x30 && code <= 0x39 && value !== 0) {
      value = value < 0 ? code - 0x30 : value * 10 + code - 0x30;
      if (value > 255) return false;
    } else return false;
  }
  return part === 4;
}

function parseIpv6(original: string): IpBytes | undefined {
  const percent = original.indexOf('%');
  const text = percent < 0 ? original : original.slice(0, percent);
  const bytes = new Uint8Array(16);
  let filled = 0;
  let gap = -1;
  let at = 0;
  if (text.startsWith('::')) {
    gap = 0;
    at = 2;
  } else if (text.startsWith(':')) return undefined;
  while (at < text.length) {
    let value = 0;
    const start = at;
    while (at < text.length && at - start < 5) {
      const digit = hexDigit(text.charCodeAt(at));
      if (digit < 0) break;
      value = value * 16 + digit;
      at++;
    }
    const next = text[at];
    if (next === '.') {
      if (filled > 12 || !readIpv4(text, start, bytes, filled)) return undefined;
      filled += 4;
      at = text.length;
      break;
    }
    if (at === start || at - start > 4 || filled > 14) return undefined;
    bytes[filled++] = value >> 8;
    bytes[filled++] = value & 0xff;
    if (next === undefined) break;
    if (next !== ':') return undefined;
    at++;
    if (text[at] === ':') {
      if (gap >= 0) return undefined;
      gap = filled;
      at++;
    } else if (at === text.length) return undefined;
  }
  if (gap < 0) return filled === 16 ? bytes : undefined;
  if (filled > 14) return undefined;
  bytes.copyWithin(16 - (filled - gap), gap, filled);
  bytes.fill(0, gap, 16 - (filled - gap));
  return bytes;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** True for an IPv4 address (one in the mapped range). */
export function isIpv4(bytes: IpBytes): boolean {
  for (let i = 0; i < 12; i++) if (bytes[i] !== mappedPrefix[i]) return false;
  return true;
}

/** The address as Elasticsearch prints it: dotted IPv4, or lowercase IPv6 whose first longest run of two or more zero groups is `::`. */
export function printIp(bytes: IpBytes, offset = 0): string {
  const own = offset === 0 && bytes.length === 16 ? bytes : bytes.subarray(offset, offset + 16);
  if (isIpv4(own)) return `${own[12]}.${own[13]}.${own[14]}.${own[15]}`;
  let runStart = -1;
  let runLength = 1;
  for (let i = 0; i < 8; i++) {
    let end = i;
    while (end < 8 && group(own, end) === 0) end++;
    if (end - i > runLength) {
      runStart = i;
      runLength = end - i;
    }
    i = Math.max(i, end - 1);
  }
  let text = '';
  for (let i = 0; i < 8; i++) {
    if (i === runStart) {
      text += '::';
      i += runLength - 1;
      continue;
    }
    text += `${text === '' || text.endsWith(':') ? '' : ':'}${group(own, i).toString(16)}`;
  }
  return text;
}

const group = (bytes: IpBytes, index: number): number => ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0);

/** Negative, zero or positive as `a` sorts before, with or after `b`. */
export function compareIp(a: IpBytes, b: IpBytes): number {
  for (let i = 0; i < 16; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The next higher address; undefined after the last. */
export function nextIp(bytes: IpBytes): IpBytes | undefined {
  const next = bytes.slice();
  for (let i = 15; i >= 0; i--) {
    const value = ((next[i] ?? 0) + 1) & 0xff;
    next[i] = value;
    if (value !== 0) return next;
  }
  return undefined;
}

/** The next lower address; undefined before the first. */
export function previousIp(bytes: IpBytes): IpBytes | undefined {
  const previous = bytes.slice();
  for (let i = 15; i >= 0; i--) {
    const value = ((previous[i] ?? 0) + 255) & 0xff;
    previous[i] = value;
    if (value !== 255) return previous;
  }
  return undefined;
}
