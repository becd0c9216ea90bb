import { EsError, illegalArgument } from '../error/es-error.ts';
import { type IpBytes, isIpv4, parseIp } from './ip-address.ts';

/** Both ends belong to the range. */
export interface IpRange {
  readonly from: IpBytes;
  readonly to: IpBytes;
}

export interface Cidr {
  readonly address: IpBytes;
  /** As written: of 32 bits for IPv4, of 128 for IPv6. */
  readonly prefixLength: number;
}

/** Parses `address/prefix`, refusing anything else with Elasticsearch's words. */
export function parseCidr(text: string): Cidr {
  const [addressText, prefixText, more] = text.split('/');
  if (addressText === undefined || prefixText === undefined || prefixText === '' || more !== undefined) {
    throw illegalArgument(`Expected [ip/prefix] but was [${text}]`);
  }
  const address = parseIp(addressText);
  if (isIpv4(address) && addressText.includes(':')) {
    throw illegalArgument(
      `CIDR notation is not allowed with IPv6-mapped IPv4 address [${addressText} as it introduces ambiguity as to whether the prefix length should be interpreted as a v4 prefix length or a v6 prefix length`,
    );
  }
  if (!/^[+-]?\d+$/.test(prefixText)) {
    throw new EsError({ type: 'number_format_exception', status: 400, reason: `For input string: "${prefixText}"` });
  }
  const prefixLength = Number(prefixText);
  if (prefixLength < 0 || prefixLength > (isIpv4(address) ? 32 : 128)) {
    throw illegalArgument(
      `Illegal prefix length [${prefixLength}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`,
    );
  }
  return { address, prefixLength };
}

/** The first and last address of a CIDR block; bits beyond the prefix are ignored. */
export function cidrRange({ address, prefixLength }: Cidr): IpRange {
  return prefixRange(address, isIpv4(address) ? prefixLength + 96 : prefixLength);
}

/** The block of all addresses that share the first `bits` (of 128) with `address`. */
export function prefixRange(address: IpBytes, bits: number): IpRange {
  const from = address.slice();
  const to = address.slice();
  for (let i = 0; i < 16; i++) {
    const kept = Math.max(0, Math.min(8, bits - 8 * i));
    const mask = (0xff00 >> kept) & 0xff;
    from[i] = (from[i] ?? 0) & mask;
    to[i] = (to[i] ?? 0) | (~mask & 0xff);
  }
  return { from, to };
}

/**
 * The range of one term of an ip field: an address alone, or a block when the text holds a slash.
 */
export function parseIpTerm(text: string): IpRange {
  if (text.includes('/')) return cidrRange(parseCidr(text));
  const address = parseIp(text);
  return { from: address, to: address };
}

/** The network mask of a prefix length, printed as an address (`255.255.0.0`), for `ip_prefix` aggregations. */
export function prefixMask(prefixLength: number, isIpv6: boolean): IpBytes {
  const ones = new Uint8Array(16).fill(0xff);
  const mask = prefixRange(ones, isIpv6 ? prefixLength : prefixLength + 96).from;
  return mask;
}

/** True when `address` lies in the range. */
export function containsIp({ from, to }: IpRange, address: IpBytes): boolean {
  for (let i = 0; i < 16; i++) {
    const difference = (address[i] ?? 0) - (from[i] ?? 0);
    if (difference < 0) return false;
    if (difference > 0) break;
  }
  for (let i = 0; i < 16; i++) {
    const difference = (to[i] ?? 0) - (address[i] ?? 0);
    if (difference < 0) return false;
    if (difference > 0) break;
  }
  return true;
}
