import type { Instant } from './resolve-date.ts';
import type { SingleFormat } from './single-format.ts';

/** `epoch_millis` and `epoch_second`: decimal numbers, with a fraction down to the nanosecond. */
export function epochFormat(name: string): SingleFormat | undefined {
  if (name === 'epoch_millis') return createEpochFormat(1, 6);
  return name === 'epoch_second' ? createEpochFormat(1000, 9) : undefined;
}

function createEpochFormat(unitMs: number, fractionDigits: number): SingleFormat {
  const pattern = new RegExp(`^-?(\\d{1,19})(?:\\.(\\d{1,${fractionDigits}}))?$`);
  const unitNanos = unitMs * 1_000_000;
  return {
    isComposite: true,
    parse(text, zone, roundUp) {
      const match = pattern.exec(text);
      if (match === null) return 0;
      const whole = Number(match[1]) * unitMs;
      if (!Number.isSafeInteger(whole)) return 0;
      const isNegative = text.startsWith('-');
      let part = match[2] === undefined ? 0 : Number(match[2].padEnd(fractionDigits, '0'));
      // Milliseconds below zero are rounded away from zero, seconds are not: as Elasticsearch does.
      if (match[2] === undefined && roundUp) part = unitNanos - 1;
      const isUp = unitMs > 1 && match[2] === undefined && roundUp;
      const { millis, nanos } = isNegative ? normalized(-whole, isUp ? part : -part) : normalized(whole, part);
      // A `time_zone` moves even a number, for it counts as a local time without a zone.
      return { millis: zone.toUtc(millis), nanos };
    },
    print({ millis, nanos }) {
      const scale = BigInt(unitNanos);
      const total = BigInt(millis) * 1_000_000n + BigInt(nanos);
      const size = total < 0n ? -total : total;
      const fraction = String(size % scale)
        .padStart(fractionDigits, '0')
        .replace(/0+$/, '');
      return `${total < 0n ? '-' : ''}${size / scale}${fraction === '' ? '' : `.${fraction}`}`;
    },
  };
}

function normalized(millis: number, nanos: number): Instant {
  const carry = Math.floor(nanos / 1e6);
  return { millis: millis + carry + 0, nanos: nanos - carry * 1e6 };
}
