import type { DateFields, FormatElement, NumberElement, OffsetElement } from './format-element.ts';
import type { NameTable } from './locale-names.ts';

/** The offset after the text read, or the complement (`~`) of the offset where reading failed. */
type End = number;

/** Reads the whole text into `fields`; the result is negative, the complement of the place, when it does not fit. */
export function readDate(elements: readonly FormatElement[], text: string, fields: DateFields, names: NameTable): End {
  return readAll(elements, text, 0, fields, names);
}

function readAll(
  elements: readonly FormatElement[],
  text: string,
  from: number,
  fields: DateFields,
  names: NameTable,
): End {
  let at = from;
  for (const element of elements) {
    at = readOne(element, text, at, fields, names);
    if (at < 0) return at;
  }
  return at;
}

function readOne(element: FormatElement, text: string, at: number, fields: DateFields, names: NameTable): End {
  switch (element.kind) {
    case 'literal':
      if (text.startsWith(element.text, at)) return at + element.text.length;
      if (element.ignoresCase === true) {
        const piece = text.slice(at, at + element.text.length);
        if (piece.toLowerCase() === element.text.toLowerCase()) return at + piece.length;
      }
      return ~at;
    case 'number':
      return readNumber(element, text, at, fields);
    case 'fraction':
      return readFraction(element.min, element.max, element.points, text, at, fields);
    case 'text': {
      let length = 0;
      for (const table of [
        names[element.field][element.style],
        names.alsoReads?.[element.field][element.style] ?? [],
      ]) {
        table.forEach((name, value) => {
          if (name.length <= length || !text.startsWith(name, at)) return;
          fields[element.field] = value;
          length = name.length;
        });
      }
      return length === 0 ? ~at : at + length;
    }
    case 'offset':
      return readOffset(element, text, at, fields);
    case 'localizedOffset': {
      const match = /^(?:GMT|UTC)(?:([+-])(\d{1,2})(?::(\d{2}))?)?/.exec(text.slice(at));
      if (match === null) return ~at;
      const total = (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)) * 60_000;
      fields.offsetMs = match[1] === '-' ? -total : total;
      return at + match[0].length;
    }
    case 'zoneId':
    case 'zoneName':
      return readZone(text, at, fields);
    case 'optional': {
      const own: DateFields = { ...fields };
      const end = readAll(element.elements, text, at, own, names);
      if (end < 0) return at;
      Object.assign(fields, own);
      return end;
    }
    case 'either':
      for (const choice of element.elements) {
        const end = readOne(choice, text, at, fields, names);
        if (end >= 0) return end;
      }
      return ~at;
    case 'pad': {
      const piece = text.slice(at, at + element.width);
      const start = at + (piece.length - piece.trimStart().length);
      const end =
        piece.length < element.width
          ? ~at
          : readOne(element.element, text.slice(0, at + element.width), start, fields, names);
      return end === at + element.width ? end : ~at;
    }
  }
}

function readNumber(element: NumberElement, text: string, from: number, fields: DateFields): End {
  let at = from;
  const first = text[at];
  let isNegative = false;
  let hasPlus = false;
  if (first === '-' && element.sign !== 'never') {
    isNegative = true;
    at++;
  } else if (first === '+' && element.sign === 'exceeds') {
    hasPlus = true;
    at++;
  }
  const reserve = element.reserve ?? 0;
  let digits = 0;
  while (digits < element.max + reserve && isDigit(text.charCodeAt(at + digits))) digits++;
  if (reserve > 0) digits = Math.max(element.min, digits - reserve);
  if (digits < element.min || at + digits > text.length) return ~from;
  if (element.sign === 'exceeds' && !isNegative && hasPlus !== digits > element.min) return ~from;
  const value = Number(text.slice(at, at + digits));
  if (!Number.isSafeInteger(value)) return ~from;
  const signed = (isNegative ? -value : value) + (element.base ?? 0);
  if (signed < (element.least ?? -Infinity)) return ~from;
  fields[element.field] = signed;
  return at + digits;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function readFraction(min: number, max: number, points: string, text: string, from: number, fields: DateFields): End {
  let at = from;
  if (points !== '') {
    if (!points.includes(text[at] ?? ' ')) return ~at;
    at++;
  }
  let digits = 0;
  while (digits < max && isDigit(text.charCodeAt(at + digits))) digits++;
  if (digits < min) return ~from;
  fields.nano = Number(text.slice(at, at + digits).padEnd(9, '0'));
  return at + digits;
}

function readOffset(element: OffsetElement, text: string, at: number, fields: DateFields): End {
  if (element.zero !== '' && text.startsWith(element.zero, at)) {
    fields.offsetMs = 0;
    return at + element.zero.length;
  }
  const pattern = element.hasColon ? /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?/ : /^([+-])(\d{2})(\d{2})?(\d{2})?/;
  const match = pattern.exec(text.slice(at, at + 9));
  if (match === null || (match[3] === undefined && element.minutes === 'always')) return ~at;
  const seconds = element.hasSeconds ? match[4] : undefined;
  const hours = Number(match[2]);
  const minutes = Number(match[3] ?? 0);
  if (hours > 18 || minutes > 59 || Number(seconds ?? 0) > 59 || (hours === 18 && minutes > 0)) return ~at;
  const total = ((hours * 60 + minutes) * 60 + Number(seconds ?? 0)) * 1000;
  fields.offsetMs = match[1] === '-' ? -total : total;
  return (
    at +
    match[0].length -
    (match[4] === undefined || seconds !== undefined ? 0 : match[4].length + (element.hasColon ? 1 : 0))
  );
}

function readZone(text: string, at: number, fields: DateFields): End {
  const match = /^(?:Z(?![A-Za-z])|(?:(?:UTC|GMT|UT)?[+-]\d{2}(?::?\d{2})?)|[A-Za-z][A-Za-z0-9~/._-]+)/.exec(
    text.slice(at),
  );
  if (match === null) return ~at;
  fields.zoneId = match[0];
  return at + match[0].length;
}
