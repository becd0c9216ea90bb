import { toEpochNanos } from '../../../dates/instant.ts';
import { parseIp } from '../../../ip/ip-address.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import type { DateField, IpField } from '../../field-type.ts';
import { ipTerm } from '../../ip-term.ts';
import type { IndexedPlace } from '../indexed-place.ts';
import { textOfValue, unlessMalformed } from './value-text.ts';

export const indexDate = (field: DateField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  const number = unlessMalformed(field, place, () => {
    const text = textOfValue(given);
    const instant = field.format.parse(text);
    return field.type === 'date_nanos' ? toEpochNanos(instant, text) : instant.millis;
  });
  if (number === undefined || field.storage === null) return;
  for (const sink of place.sinks) sink.addNumber(field.storage, number);
};

export const indexIp = (field: IpField, value: JsonValue, place: IndexedPlace): void => {
  const given = value === null ? field.nullValue : value;
  if (given === null) return;
  const term = unlessMalformed(field, place, () => ipTerm(parseIp(textOfValue(given))));
  if (term === undefined || field.storage === null) return;
  for (const sink of place.sinks) sink.addTerm(field.storage, term);
};
