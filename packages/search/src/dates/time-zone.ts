import { EsError } from '../error/es-error.ts';

/** A time zone: offsets of instants, and instants of local times. All times are milliseconds from the epoch. */
export interface TimeZone {
  readonly id: string;
  /** The offset of a zone without changes; undefined for others. */
  readonly fixedOffsetMs: number | undefined;
  /** What to add to UTC at this instant for local time. */
  offsetAt(utcMs: number): number;
  /** The instant of a local time: the earlier of two; in a gap, moved on by the gap's length. */
  toUtc(localMs: number): number;
  /** The last change of the offset after `after` and not after `utcMs`; undefined when there is none. */
  lastChange(utcMs: number, after: number): number | undefined;
}

const cache = new Map<string, TimeZone>();

/** A zone by its ID (`Europe/Berlin`, `Z`, `UTC+3`) or offset (`+05:30`, `-0530`, `+5`), case sensitive, as Java knows them. */
export function parseTimeZone(id: string): TimeZone {
  let zone = cache.get(id);
  if (zone === undefined) {
    zone = createZone(id);
    if (cache.size > 500) cache.clear();
    cache.set(id, zone);
  }
  return zone;
}

function createZone(id: string): TimeZone {
  if (/^(Z|UTC|GMT|UT)$/.test(id)) return fixedZone(id, 0);
  const prefixed = /^(?:UTC|GMT|UT)([+-].*)$/.exec(id)?.[1] ?? id;
  if (/^[+-]/.test(prefixed) || id.length < 2) return fixedZone(id, parseOffset(prefixed));
  const standard = javaShortIds[id];
  return standard === undefined ? regionZone(id) : fixedZone(id, standard);
}

/** The short IDs that Elasticsearch keeps from older days. */
const javaShortIds: Readonly<Record<string, number>> = { EST: -18_000_000, MST: -25_200_000, HST: -36_000_000 };

/** Names that Intl takes and Java does not. */
const foreignIds =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/;

const dateTimeError = (type: string, reason: string): EsError => new EsError({ type, status: 400, reason });

/** Milliseconds of `+h`, `+hh`, `+hh:mm`, `+hhmm`, `+hh:mm:ss`, `+hhmmss`. */
export function parseOffset(text: string): number {
  const match = /^([+-])(?:(\d{1,2})|(\d{2}):?(\d{2})|(\d{2}):(\d{2}):(\d{2})|(\d{2})(\d{2})(\d{2}))$/.exec(text);
  if (match === null) {
    throw dateTimeError('date_time_exception', `Invalid ID for ZoneOffset, invalid format: ${text}`);
  }
  const [, sign, h1, h2, m2, h3, m3, s3, h4, m4, s4] = match;
  const hours = Number(h1 ?? h2 ?? h3 ?? h4);
  const minutes = Number(m2 ?? m3 ?? m4 ?? 0);
  const seconds = Number(s3 ?? s4 ?? 0);
  if (hours > 18 || (hours === 18 && minutes + seconds > 0)) {
    const value = sign === '-' ? -hours : hours;
    throw dateTimeError(
      'date_time_exception',
      `Zone offset hours not in valid range: value ${value} is not in the range -18 to 18`,
    );
  }
  if (minutes > 59 || seconds > 59) {
    throw dateTimeError(
      'date_time_exception',
      `Zone offset minutes not in valid range: value ${minutes} is not in the range -59 to 59`,
    );
  }
  const total = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return sign === '-' ? -total : total;
}

export function fixedZone(id: string, offsetMs: number): TimeZone {
  return {
    id,
    fixedOffsetMs: offsetMs,
    offsetAt: () => offsetMs,
    toUtc: (localMs) => localMs - offsetMs,
    lastChange: () => undefined,
  };
}

export const utc: TimeZone = fixedZone('Z', 0);

interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly offset: number;
}

/** The stretch in which the changes of a zone are looked for at once. */
const blockMs = 366 * 86_400_000;
/** No zone has changed twice within so few days since clocks have been kept by law. */
const probeMs = 7 * 86_400_000;

/** Before and after these years Intl's calendar turns, and no zone has rules of its own. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_000;

function regionZone(id: string): TimeZone {
  const readOffset = createOffsetReader(id);
  const blocks = new Map<number, readonly Span[]>();

  const spansOf = (block: number): readonly Span[] => {
    let spans = blocks.get(block);
    if (spans === undefined) {
      spans = findSpans(block * blockMs, (block + 1) * blockMs, readOffset);
      blocks.set(block, spans);
    }
    return spans;
  };

  let recent: Span = { from: 0, to: 0, offset: 0 };
  const spanAt = (utcMs: number): Span => {
    if (utcMs >= recent.from && utcMs < recent.to) return recent;
    const clamped = Math.max(earliest, Math.min(latest, utcMs));
    for (const span of spansOf(Math.floor(clamped / blockMs))) {
      if (clamped < span.to) {
        if (clamped === utcMs) recent = span;
        return span;
      }
    }
    return recent;
  };
  const offsetAt = (utcMs: number): number => spanAt(utcMs).offset;

  return {
    id,
    fixedOffsetMs: undefined,
    offsetAt,
    toUtc(localMs) {
      const before = offsetAt(localMs - 86_400_000);
      const early = localMs - before;
      if (offsetAt(early) === before) return early;
      const after = offsetAt(localMs + 86_400_000);
      const late = localMs - after;
      // In a gap neither offset is valid; the earlier one moves the time on.
      return offsetAt(late) === after ? late : early;
    },
    lastChange(utcMs, after) {
      let { from, offset } = spanAt(utcMs);
      while (from > after && from > earliest) {
        const previous = spanAt(from - 1);
        // Spans also end where the search for them did.
        if (previous.offset !== offset) return from;
        ({ from, offset } = previous);
      }
      return undefined;
    },
  };
}

function findSpans(from: number, to: number, readOffset: (utcMs: number) => number): readonly Span[] {
  const spans: Span[] = [];
  let start = from;
  let offset = readOffset(from);
  for (let at = from; at < to; at += probeMs) {
    const next = Math.min(at + probeMs, to);
    const nextOffset = readOffset(next);
    if (nextOffset === offset) continue;
    let low = at;
    let high = next;
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (readOffset(middle) === offset) low = middle;
      else high = middle;
    }
    spans.push({ from: start, to: high, offset });
    start = high;
    offset = readOffset(high);
    // A change seen while another hides in the same week is met by probing again from here.
    at = high - probeMs;
  }
  spans.push({ from: start, to, offset });
  return spans;
}

function createOffsetReader(id: string): (utcMs: number) => number {
  const isWellFormed = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(id) && !/(^|\/)[a-z](?!n_|f_|es_|u_)/.test(id);
  let format: Intl.DateTimeFormat | undefined;
  if (isWellFormed && !foreignIds.test(id)) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: id,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
      const canonical = format.resolvedOptions().timeZone;
      if (canonical !== id && canonical.toLowerCase() === id.toLowerCase()) format = undefined;
    } catch {
      // A RangeError: the zone is unknown, and refused below.
      format = undefined;
    }
  }
  if (format === undefined) throw dateTimeError('zone_rules_exception', `Unknown time-zone ID: ${id}`);
  const known = format;
  return (utcMs) => {
    const ms = Math.max(earliest, Math.min(latest, utcMs));
    const match = /^(\d+)\/(\d+)\/(\d+) (\S+), (\d+):(\d+):(\d+)$/.exec(known.format(ms));
    if (match === null) return 0;
    const [, month, day, year, era, hour, minute, second] = match.map((part, index) =>
      index === 4 ? part : Number(part),
    );
    const own = Number(year);
    const date = new Date(0);
    date.setUTCFullYear(String(era).startsWith('B') ? 1 - own : own, Number(month) - 1, Number(day));
    date.setUTCHours(Number(hour), Number(minute), Number(second));
    return date.getTime() - Math.floor(ms / 1000) * 1000;
  };
}

/** `Z`, `+05:30`, `-03:00:30`. */
export function printOffset(offsetMs: number): string {
  if (offsetMs === 0) return 'Z';
  const seconds = Math.abs(offsetMs) / 1000;
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = seconds % 60 === 0 ? '' : `:${two(seconds % 60)}`;
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${rest}`;
}
