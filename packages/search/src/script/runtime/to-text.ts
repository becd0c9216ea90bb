import {
  Opaque,
  ScriptEntry,
  ScriptException,
  ScriptFunction,
  ScriptList,
  type ScriptObject,
  ScriptStringBuilder,
  type ScriptValue,
  Small,
} from './value.ts';

/** How Java prints a double: always with a fraction, with an exponent below 0.001 and from ten millions on. */
export const doubleText = (value: number): string => {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  if (value === 0) return '0.0';
  // Java prints two digits at least; the one of the least double would be 5.
  if (Math.abs(value) === Number.MIN_VALUE) return value > 0 ? '4.9E-324' : '-4.9E-324';
  return layOut(value < 0, Math.abs(value).toExponential());
};

/** How Java prints a float: as few digits as tell it from its neighbours. */
export const floatText = (value: number): string => {
  if (!Number.isFinite(value) || value === 0) return doubleText(value);
  const magnitude = Math.abs(value);
  for (let digits = 0; digits < 9; digits += 1) {
    const text = magnitude.toExponential(digits);
    if (Math.fround(Number(text)) === magnitude) return layOut(value < 0, text);
  }
  return layOut(value < 0, magnitude.toExponential(9));
};

const layOut = (isNegative: boolean, scientific: string): string => {
  const [mantissa = '0', power = '0'] = scientific.split('e');
  const exponent = Number(power);
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0';
  const sign = isNegative ? '-' : '';
  if (exponent < -3 || exponent >= 7) return `${sign}${digits.charAt(0)}.${digits.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
};

interface Printable {
  toText(): string;
}

interface Holder extends ScriptObject {
  entries?(): readonly { readonly key: ScriptValue; readonly value: ScriptValue }[];
  values?(): readonly ScriptValue[];
}

const maxDepth = 100;

/** Java's `String.valueOf`. */
export const toText = (value: ScriptValue, depth = 0): string => {
  if (typeof value === 'string') return value;
  if (value === null) return 'null';
  if (typeof value === 'number') return doubleText(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Small) {
    if (value.kind === 'Float') return floatText(value.value);
    return value.kind === 'Character' ? String.fromCharCode(value.value) : String(value.value);
  }
  // A list that holds itself ends here instead of in an overflow of the stack.
  if (depth > maxDepth) return '...';
  const inner = (part: ScriptValue): string => (part === value ? '(this Collection)' : toText(part, depth + 1));
  if (value instanceof ScriptList) {
    if (value.className.endsWith('[]')) return `${value.className}@array`;
    return `[${value.items.map(inner).join(', ')}]`;
  }
  if (value instanceof ScriptStringBuilder) return value.text;
  if (value instanceof ScriptEntry) return `${inner(value.key)}=${inner(value.value)}`;
  if (value instanceof ScriptException) {
    const name = `java.lang.${value.className}`;
    return value.message === null ? name : `${name}: ${value.message}`;
  }
  if (value instanceof ScriptFunction) return '$Lambda';
  if (value instanceof Opaque) return isPrintable(value.state) ? value.state.toText() : String(value.state);
  const holder: Holder = value;
  if (holder.entries !== undefined) {
    return `{${holder
      .entries()
      .map((entry) => `${inner(entry.key)}=${inner(entry.value)}`)
      .join(', ')}}`;
  }
  if (holder.values !== undefined) return `[${holder.values().map(inner).join(', ')}]`;
  return value.className;
};

const isPrintable = (state: unknown): state is Printable =>
  typeof state === 'object' && state !== null && 'toText' in state;
