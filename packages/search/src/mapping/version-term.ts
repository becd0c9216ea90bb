/**
 * A software version as a term whose byte order is the order of versions (semver, with any count of numbers): numbers are
 * led by their count of digits, a release sorts after its pre-releases, what is no version sorts after all versions.
 */
export const encodeVersion = (text: string): string => {
  const match = /^(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(\+[0-9A-Za-z.-]+)?$/.exec(text);
  if (match === null) return `${INVALID}${text}`;
  const [, numbers = '', preRelease] = match;
  const pre =
    preRelease === undefined
      ? RELEASE
      : `${PRE_RELEASE}${preRelease
          .split('.')
          .map((part) => (/^\d+$/.test(part) ? `${NUMBER}${encodeNumber(part)}` : `${WORD}${part}`))
          .join('\u0001')}`;
  return `${numbers.split('.').map(encodeNumber).join('\u0001')}${pre}\u0000${text}`;
};

/** The version as it was given. */
export const decodeVersion = (term: string): string =>
  term.startsWith(INVALID) ? term.slice(1) : term.slice(term.lastIndexOf('\u0000') + 1);

const PRE_RELEASE = '\u0002';
const RELEASE = '\u0003';
const NUMBER = '\u0004';
const WORD = '\u0005';
const INVALID = '\u007f';

const encodeNumber = (digits: string): string => {
  const bare = digits.replace(/^0+(?=\d)/, '');
  return `${String.fromCharCode(0x20 + Math.min(bare.length, 0x50))}${bare}`;
};
