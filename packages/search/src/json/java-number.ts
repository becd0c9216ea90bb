import { ExactNumber, type JsonValue } from './json-value.ts';

/**
 * The text of a double as Java prints it: `3.0`, `0.001`, `1.0E10`, `NaN`, `-Infinity`; the shortest digits that give the same
 * double (`Double.toString` since Java 19).
 */
export function javaDoubleText(value: number): string {
  if (Number.isInteger(value) && value > -1e7 && value < 1e7) return Object.is(value, -0) ? '-0.0' : `${value}.0`;
  return javaText(value, String(value), -323);
}

/** The text of a float as Java prints it; the value is rounded to the nearest float first. */
export function javaFloatText(value: number): string {
  const float = Math.fround(value);
  if (Number.isInteger(float) && float > -1e7 && float < 1e7) return Object.is(float, -0) ? '-0.0' : `${float}.0`;
  return javaText(float, shortestFloat(float), -44);
}

/** The decimal digits, as a number, of the shortest text that gives this float again: 0.1 for the float nearest to 0.1. */
export function floatToShortestDouble(float: number): number {
  return Number.isFinite(float) ? Number(shortestFloat(float)) : float;
}

/** A double in an answer, as Elasticsearch writes it; what is not finite becomes a string (`"NaN"`), as there. */
export function jsonDouble(value: number): JsonValue {
  return Number.isFinite(value) ? new ExactNumber(javaDoubleText(value)) : javaDoubleText(value);
}

/** A float in an answer, such as a score. */
export function jsonFloat(value: number): JsonValue {
  return Number.isFinite(Math.fround(value)) ? new ExactNumber(javaFloatText(value)) : javaFloatText(value);
}

function shortestFloat(float: number): string {
  if (!Number.isFinite(float)) return String(float);
  // Six digits always survive a normal float; subnormal ones hold fewer.
  for (let digits = Math.abs(float) < 1.2e-38 ? 1 : 6; digits < 9; digits++) {
    const text = float.toPrecision(digits);
    if (Math.fround(Number(text)) === float) return evenAtTie(float, text, digits);
  }
  return float.toPrecision(9);
}

/** Exactly between two texts of equal length JavaScript takes the higher, Java the even one. */
function evenAtTie(float: number, text: string, digits: number): string {
  const longer = float.toPrecision(digits + 1);
  const mantissa = longer.replace(/e.*$/, '');
  if (!mantissa.endsWith('5') || Number(longer) !== float) return text;
  if (!/[13579](e|$)/.test(text)) return text;
  const lower = longer.replace(/5(?=e|$)/, '');
  // A float has at most 112 significant digits; those of a tie end here.
  const isExact = /^0*$/.test(float.toPrecision(100).replace(/e.*$/, '').slice(mantissa.length));
  return isExact && Math.fround(Number(lower)) === float ? lower : text;
}

/** At `tinyExponent` and below one digit may do, but Java prints two, and of these the nearest: 4.9E-324, not 5.0E-324. */
function javaText(value: number, shortest: string, tinyExponent: number): string {
  if (!Number.isFinite(value)) return String(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '', exponentText] = (sign === '' ? shortest : shortest.replace('-', '')).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const leading = /^0*/.exec(digits)?.[0].length ?? 0;
  let significant = digits.slice(leading).replace(/0+$/, '');
  if (significant === '') return `${sign}0.0`;
  let exponent = whole.length - leading - 1 + Number(exponentText ?? 0);
  if (significant.length === 1 && exponent <= tinyExponent) {
    const [two = '', power = ''] = Math.abs(value).toExponential(1).split('e');
    significant = two.replace('.', '').replace(/0$/, '');
    exponent = Number(power);
  }
  if (exponent < -3 || exponent >= 7) return `${sign}${significant[0]}.${significant.slice(1) || '0'}E${exponent}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`;
  const integral = significant.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${integral}.${significant.slice(exponent + 1) || '0'}`;
}
