import type { Split } from './script.ts';

const lineFeed = 0x0a;

/** `bytes` cut where `split` says, in order; `offset` is the place of the first byte in the whole body. */
export function splitBytes(bytes: Uint8Array, split: Split | undefined, offset: number): readonly Uint8Array[] {
  if (split === undefined) return [bytes];
  const points = pointsOf(bytes, split, offset).filter((point) => point > 0 && point < bytes.length);
  return [0, ...points].map((start, index) => bytes.subarray(start, points[index] ?? bytes.length));
}

function pointsOf(bytes: Uint8Array, split: Split, offset: number): readonly number[] {
  if (split === 'inside-characters') {
    // A continuation byte follows: here is the middle of a character.
    return [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80);
  }
  if (split === 'inside-lines') return middlesOfLines(bytes);
  if ('atBytes' in split) return [...split.atBytes].sort((a, b) => a - b).map((at) => at - offset);
  const count = Math.ceil(bytes.length / split.everyBytes);
  return Array.from({ length: count }, (_value, index) => index * split.everyBytes);
}

function middlesOfLines(bytes: Uint8Array): readonly number[] {
  const points: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    if (end - start > 1) points.push(start + Math.floor((end - start) / 2));
    start = end + 1;
  }
  return points;
}

/** UTF-8 of a text, with each mark replaced by three bytes that UTF-8 does not allow. */
export function bytesWithMarks(text: string, mark: string, encode: (text: string) => Uint8Array): Uint8Array {
  const bytes = encode(text);
  if (!text.includes(mark)) return bytes;
  const [first, second, third] = encode(mark);
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    if (bytes[at] === first && bytes[at + 1] === second && bytes[at + 2] === third) bytes.set([0xff, 0xc3, 0x28], at);
  }
  return bytes;
}
