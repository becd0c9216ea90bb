import type { Expression } from '../ast.ts';
import { CompileError } from '../script-error.ts';
import { type Code, longCode, numberCode } from './code.ts';

const floating = (type: 'float' | 'double', text: string, at: number): Code => {
  const value = type === 'float' ? Math.fround(Number(text)) : Number(text);
  if (!Number.isFinite(value)) throw new CompileError(at, `Invalid ${type} constant [${text}].`);
  return numberCode(type, () => value);
};

/** A number as Painless reads it: octal with a leading 0, hexadecimal, and the suffixes of Java. */
export const numberLiteral = (node: Expression & { readonly kind: 'number' | 'string' }): Code => {
  const { text, at } = node;
  const isNegative = text.startsWith('-');
  const digits = isNegative ? text.slice(1) : text;
  const radix = /^0[xX]/.test(digits) ? 16 : /^0[0-9]/.test(digits) && !/[.eE]/.test(digits) ? 8 : 10;
  if (radix === 10) {
    if (/[fF]$/.test(digits)) return floating('float', text.slice(0, -1), at);
    if (/[dD]$/.test(digits)) return floating('double', text.slice(0, -1), at);
    if (/[.eE]/.test(digits)) return floating('double', text, at);
  }
  const isLong = /[lL]$/.test(digits);
  const bare = isLong ? digits.slice(0, -1) : digits;
  if (radix === 8 && /[89]/.test(bare)) throw new CompileError(at, `Invalid int constant [${text}].`);
  const magnitude = BigInt(radix === 8 ? `0o${bare}` : bare);
  const value = isNegative ? -magnitude : magnitude;
  if (isLong) {
    if (BigInt.asIntN(64, value) !== value) throw new CompileError(at, `Invalid long constant [${text.slice(0, -1)}].`);
    return longCode(() => value);
  }
  if (BigInt.asIntN(32, value) === value) {
    const int = Number(value);
    return { ...numberCode('int', () => int), constant: int };
  }
  const hint = BigInt.asIntN(64, value) === value ? ` If you want a long constant then change it to [${text}L].` : '';
  throw new CompileError(at, `Invalid int constant [${text}].${hint}`);
};
