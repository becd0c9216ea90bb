/** A positive decimal: 0.d₁d₂d₃… × 10^`point`; no digits for zero. */
export interface DecimalDigits {
  readonly digits: string;
  readonly point: number;
}

/** The shortest digits that identify the double (its sign is dropped). */
export function digitsOfDouble(value: number): DecimalDigits {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  return digits === '' ? { digits, point: 0 } : { digits, point: Number(exponent) + 1 };
}

export function digitsOfInteger(value: bigint): DecimalDigits {
  const text = String(value < 0n ? -value : value);
  const digits = text.replace(/0+$/, '');
  return { digits, point: digits === '' ? 0 : text.length };
}

/**
 * Cuts to `count` digits, half to even. `exact` is the double behind the digits: where these end in a seeming tie, it decides, for the
 * shortest digits of 0.145 lie above that double.
 */
export function roundDigits({ digits, point }: DecimalDigits, count: number, exact?: number): DecimalDigits {
  if (count >= digits.length) return { digits, point };
  if (count < 0) return { digits: '', point: 0 };
  const next = digits.charCodeAt(count) - 0x30;
  let isUp = next > 5 || (next === 5 && digits.length > count + 1);
  if (next === 5 && digits.length === count + 1) {
    const side = exact === undefined ? 0 : compareExact(Math.abs(exact), digits, point);
    const isOdd = count > 0 && digits.charCodeAt(count - 1) % 2 === 1;
    // Java takes the digits of an integral double for inexact, and rounds its ties up; only exponential forms show it.
    isUp = side > 0 || (side === 0 && (isOdd || Number.isInteger(exact)));
  }
  const kept = digits.slice(0, count);
  if (!isUp) return trimmed(kept, point);
  const raised = String(BigInt(kept === '' ? 0 : kept) + 1n).padStart(count, '0');
  return raised.length > count ? trimmed(raised, point + 1) : trimmed(raised, point);
}

function trimmed(digits: string, point: number): DecimalDigits {
  const kept = digits.replace(/0+$/, '');
  return kept === '' ? { digits: '', point: 0 } : { digits: kept, point };
}

const bits = new DataView(new ArrayBuffer(8));

/** Sign of (the double's exact value − the decimal). */
function compareExact(value: number, digits: string, point: number): number {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponentBits = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  let left = exponentBits === 0 ? fraction : fraction | 0x10000000000000n;
  let right = BigInt(digits);
  const binary = (exponentBits === 0 ? 1 : exponentBits) - 1075;
  const ten = point - digits.length;
  if (binary > 0) left <<= BigInt(binary);
  else right <<= BigInt(-binary);
  if (ten > 0) right *= 10n ** BigInt(ten);
  else left *= 10n ** BigInt(-ten);
  return left === right ? 0 : left > right ? 1 : -1;
}
