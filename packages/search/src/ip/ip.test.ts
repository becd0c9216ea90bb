import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EsError } from '../error/es-error.ts';
import { compareIp, nextIp, parseIp, previousIp, printIp, tryParseIp } from './ip-address.ts';
import { cidrRange, containsIp, parseCidr, prefixMask } from './ip-range.ts';

interface Fact {
  readonly kind: string;
  readonly in: string;
  readonly out?: string;
  readonly error?: readonly { readonly reason: string }[];
}
const facts: Fact[] = readFileSync(new URL('./fixtures/ip.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const answer = (fact: Fact): string => {
  try {
    if (fact.kind === 'ip') return printIp(parseIp(fact.in));
    if (fact.kind === 'ip-bytes') return hex(parseIp(fact.in));
    const cidr = parseCidr(fact.in);
    const { from, to } = cidrRange(cidr);
    return `${printIp(cidr.address)} ${cidr.prefixLength} ${printIp(from)} ${printIp(to)}`;
  } catch (error) {
    if (error instanceof EsError) return `refused: ${error.details.reason}`;
    throw error;
  }
};

/** The recorded range prints its ends uncompressed. */
const expected = (fact: Fact): string => {
  if (fact.out === undefined) return `refused: ${fact.error?.[0]?.reason}`;
  const match = /^(\S+ \d+) f:\[(\S+) TO (\S+)\]$/.exec(fact.out);
  if (match === null) return fact.out;
  return `${match[1]} ${printIp(parseIp(match[2] ?? ''))} ${printIp(parseIp(match[3] ?? ''))}`;
};

describe('ip addresses', () => {
  it.each(facts)('$kind $in', (fact) => {
    expect(answer(fact)).toBe(expected(fact));
  });

  const anyIp = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .chain((bytes) =>
      fc
        .uint8Array({ minLength: 16, maxLength: 16 })
        .map((mask) => bytes.map((byte, i) => ((mask[i] ?? 0) % 2 === 1 ? byte : 0))),
    );

  it('reads back what it prints', () => {
    fc.assert(
      fc.property(anyIp, (bytes) => {
        expect(tryParseIp(printIp(bytes))).toEqual(bytes);
      }),
    );
  });

  it('steps up and down by one', () => {
    fc.assert(
      fc.property(anyIp, (bytes) => {
        const next = nextIp(bytes);
        if (next === undefined) return;
        expect(previousIp(next)).toEqual(bytes);
        expect(compareIp(bytes, next)).toBeLessThan(0);
      }),
    );
    expect(nextIp(new Uint8Array(16).fill(255))).toBeUndefined();
    expect(previousIp(new Uint8Array(16))).toBeUndefined();
  });

  it('knows what lies in a block', () => {
    const block = cidrRange(parseCidr('10.1.0.0/16'));
    expect(containsIp(block, parseIp('10.1.255.255'))).toBe(true);
    expect(containsIp(block, parseIp('10.2.0.0'))).toBe(false);
    expect(containsIp(block, parseIp('10.0.255.255'))).toBe(false);
    expect(hex(prefixMask(17, false))).toBe(`${'ff'.repeat(14)}8000`);
    expect(hex(prefixMask(17, true))).toBe(`ffff80${'00'.repeat(13)}`);
  });
});
