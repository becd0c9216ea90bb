import type { Failure } from '@toolstone/protocol';
import { distance } from 'fastest-levenshtein';

const MAX_SUGGESTIONS = 3;

/** Abbreviations that are no names of the database; what they mean most often. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  PST: ['America/Los_Angeles'],
  PDT: ['America/Los_Angeles'],
  MDT: ['America/Denver'],
  CST: ['America/Chicago', 'Asia/Shanghai'],
  CDT: ['America/Chicago'],
  EDT: ['America/New_York'],
  BST: ['Europe/London'],
  CEST: ['Europe/Paris'],
  EEST: ['Europe/Helsinki'],
  MSK: ['Europe/Moscow'],
  IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  SGT: ['Asia/Singapore'],
  JST: ['Asia/Tokyo'],
  KST: ['Asia/Seoul'],
  AEST: ['Australia/Sydney'],
  AEDT: ['Australia/Sydney'],
  NZST: ['Pacific/Auckland'],
};

/** The name with the letter case of the database; undefined where the runtime does not know it. */
export function toTimeZone(name: string): string | undefined {
  const wanted = name.trim().replaceAll(' ', '_');
  const resolved = resolve(wanted);
  if (resolved === undefined) return undefined;
  const lower = wanted.toLowerCase();
  // An alias stays as it was asked for: the runtime may resolve Asia/Kolkata to its older name.
  const known = [resolved, ...Intl.supportedValuesOf('timeZone')];
  return known.find((zone) => zone.toLowerCase() === lower) ?? wanted;
}

function resolve(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined; // RangeError is how Intl says no
  }
}

export const systemTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function unknownTimeZones(names: readonly string[]): Failure {
  const near = [...new Set(names.flatMap(nearTimeZones))].slice(0, MAX_SUGGESTIONS * 2);
  const quoted = names.map((name) => JSON.stringify(name.slice(0, 60))).join(', ');
  return {
    code: 'TIMEZONE_UNKNOWN',
    message: names.length === 1 ? `${quoted} is not an IANA time zone` : `${quoted} are not IANA time zones`,
    nextStep: `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}Use names such as Europe/Paris, America/New_York, Asia/Tokyo or UTC`,
  };
}

/** Zones whose city or whole name is like the given one, best first. */
function nearTimeZones(name: string): readonly string[] {
  const meant = abbreviations[name.trim().toUpperCase()];
  if (meant) return meant;
  const wanted = normalize(name);
  const wantedCity = wanted.slice(wanted.lastIndexOf('/') + 1);
  return Intl.supportedValuesOf('timeZone')
    .map((zone) => {
      const known = normalize(zone);
      const city = known.slice(known.lastIndexOf('/') + 1);
      const score = city === wantedCity ? 0 : Math.min(distance(city, wantedCity), distance(known, wanted));
      return { zone, score };
    })
    .filter(({ score }) => score <= Math.max(1, Math.floor(wantedCity.length / 4)))
    .sort((a, b) => a.score - b.score || (a.zone < b.zone ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ zone }) => zone);
}

const normalize = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .slice(0, 60);
