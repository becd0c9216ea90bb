import { illegalArgument } from '../../error/es-error.ts';
import { type Hash128, murmur3x64 } from '../../text/murmur3-x64.ts';
import type { TokenFilter } from '../component.ts';
import { createToken, type MutableToken } from '../token-stream.ts';

export interface MinHashOptions {
  readonly hashCount: number;
  readonly bucketCount: number;
  readonly hashSetSize: number;
  readonly rotates: boolean;
}

const mask = (1n << 64n) - 1n;

const isBefore = (a: Hash128, b: Hash128): boolean => (a.high === b.high ? a.low < b.low : a.high < b.high);

const utf16Bytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), true);
  return bytes;
};

const seedHash = (index: number): Hash128 => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, index);
  return murmur3x64(bytes);
};

/** Inserts where it belongs, the smallest first. In a full bucket it takes the place of the greatest, even if it is there already. */
const insert = (bucket: Hash128[], hash: Hash128, size: number): void => {
  const last = bucket[bucket.length - 1];
  if (last !== undefined && bucket.length >= size) {
    if (!isBefore(hash, last)) return;
    bucket.pop();
  }
  const at = bucket.findIndex((other) => !isBefore(other, hash));
  const same = bucket[at];
  if (same !== undefined && same.high === hash.high && same.low === hash.low) return;
  if (at < 0) bucket.push(hash);
  else bucket.splice(at, 0, hash);
};

const unitsOf = (value: bigint, count: number): string => {
  let text = '';
  for (let index = 0; index < count; index++)
    text += String.fromCharCode(Number((value >> BigInt(48 - 16 * index)) & 0xffffn));
  return text;
};

/** A sketch of a text: the smallest hashes of its terms in each of several buckets, for finding similar texts. */
export const minHashFilter = (name: string, options: MinHashOptions): TokenFilter => {
  const { hashCount, bucketCount, hashSetSize, rotates } = options;
  for (const [key, value] of [
    ['hashCount', hashCount],
    ['bucketCount', bucketCount],
    ['hashSetSize', hashSetSize],
  ] as const) {
    if (value <= 0) throw illegalArgument(`${key} must be greater than zero`);
  }
  if (hashCount * bucketCount > 100_000) throw illegalArgument('hash_count times bucket_count must be at most 100000');
  const bucketSize = BigInt(Math.ceil(2 ** 32 / bucketCount));
  const seeds = Array.from({ length: hashCount }, (_, index) => seedHash(index));
  return {
    name,
    apply: (stream) => {
      if (stream.tokens.length === 0) return;
      const sets: Hash128[][][] = seeds.map(() => Array.from({ length: bucketCount }, () => []));
      let endOffset = 0;
      for (const token of stream.tokens) {
        const { low, high } = murmur3x64(utf16Bytes(token.term));
        endOffset = token.endOffset;
        seeds.forEach((seed, index) => {
          const hash = { low: (low * 37n + seed.low) & mask, high: (high * 37n + seed.high) & mask };
          const bucket = sets[index]?.[Number((hash.high >> 32n) / bucketSize)];
          if (bucket !== undefined) insert(bucket, hash, hashSetSize);
        });
      }
      if (rotates && hashSetSize === 1) for (const buckets of sets) rotate(buckets);
      const out: MutableToken[] = [];
      sets.forEach((buckets, index) => {
        const prefix = hashCount > 1 ? String.fromCharCode(index >> 16, index & 0xffff) : '';
        for (const { low, high } of buckets.flat()) {
          const term = prefix + unitsOf(high, 4) + unitsOf(low, hashCount > 1 ? 2 : 4);
          out.push(createToken(term, 0, 0, endOffset, 'MIN_HASH'));
        }
      });
      stream.tokens = out;
      stream.endPosition = 0;
    },
  };
};

/** An empty bucket takes the first hash of the next one that has any, once around. */
const rotate = (buckets: Hash128[][]): void => {
  for (let at = 0; at < buckets.length; at++) {
    if ((buckets[at]?.length ?? 0) > 0) continue;
    for (let step = 1; step < buckets.length; step++) {
      const first = buckets[(at + step) % buckets.length]?.[0];
      if (first === undefined) continue;
      buckets[at] = [first];
      break;
    }
  }
};
