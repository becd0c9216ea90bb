import { longestWord, wordKindNames } from '../../text/word-break.ts';
import type { Tokenizer } from '../component.ts';
import { createToken, emptyStream } from '../token-stream.ts';
import { topLevelDomains } from './top-level-domains.ts';

const label = '[A-Za-z0-9](?:[-A-Za-z0-9]*[A-Za-z0-9])?';
const domain = `${label}(?:\\.${label})*`;
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[1-9][0-9]|0{0,2}[0-9])';
const address4 = `${octet}(?:\\.${octet}){3}`;
const address6 = '\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\\]';
const plain = "(?:[-._~A-Za-z0-9!$&'()*+,;=]|%[0-9A-Fa-f]{2})";
const login = `(?:${plain}*(?::${plain}*)?@)?`;
const looseHost = `(?:${address6}|${domain})`;
const port = '(?::[0-9]{1,5})';
const segment = '(?:[-._~A-Za-z0-9;:@&=]|%[0-9A-Fa-f]{2})*';
const path = `(?:\\/${segment})+`;
const tailLetter = `(?:${plain}|[:@/?])*`;
const query = `\\?${tailLetter}`;
const fragment = `#${tailLetter}`;
const fileSegment = '(?:[-._~A-Za-z0-9?:@&=]|%[0-9A-Fa-f]{2})*';
const filePath = `\\/${fileSegment}(?:\\/${fileSegment})*`;

const sticky = (source: string, flags = ''): RegExp => new RegExp(source, `y${flags}`);

const withScheme = [
  sticky(`[hH][tT][tT][pP][sS]?:\\/\\/${login}${looseHost}${port}?(?:${path})?(?:${query})?(?:${fragment})?`),
  sticky(`[fF][tT][pP]:\\/\\/${login}${looseHost}${port}?${filePath}(?:;[tT][yY][pP][eE]=[aAiIdD])?(?:${fragment})?`),
  sticky(`[fF][iI][lL][eE]:\\/\\/${looseHost}?${filePath}(?:${fragment})?`),
];
const strictHost = sticky(`${address6}|${address4}(?![0-9A-Za-z.])|${address4}`);
const domainRun = sticky(domain);
const afterHost = sticky(`${port}?(?:${path})?(?:${query})?(?:${fragment})?`);
const atom = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]+";
const quoted =
  '"(?:[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u0021\\u0023-\\u005b\\u005d-\\u007e]|\\\\[\\u0000-\\u007f])*"';
const emailLocal = sticky(`(?:${atom}|${quoted})(?:\\.(?:${atom}|${quoted}))*@`);
const emailBracketed = sticky(
  '\\[(?:[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u005a\\u005e-\\u007f]|\\\\[\\u0000-\\u007f])*\\]',
);
/** More than any host or local part has; keeps a hostile text from being read again and again. */
const mostUnits = 512;

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? -1 : at + match[0].length;
};

/** The end of the longest domain at a place whose last label is a top-level domain; a dot after it belongs to it. */
const endOfDomain = (text: string, at: number): number => {
  const limit = endOf(domainRun, text, at);
  if (limit < 0) return -1;
  for (let end = limit; end > at; ) {
    const dot = text.lastIndexOf('.', end - 1);
    if (dot <= at) return -1;
    // A label may be longer than a domain that it begins with: `example.com-x`.
    for (let stop = end; stop > dot + 1; stop--) {
      if (!topLevelDomains.has(text.slice(dot + 1, stop).toLowerCase())) continue;
      return text.charAt(stop) === '.' ? stop + 1 : stop;
    }
    end = dot;
  }
  return -1;
};

const endOfUrl = (text: string, at: number): number => {
  let end = Math.max(...withScheme.map((pattern) => endOf(pattern, text, at)));
  const name = endOfDomain(text, at);
  const hosts = [endOf(strictHost, text, at), name, text.charAt(name - 1) === '.' ? name - 1 : -1];
  for (const host of hosts) {
    if (host < 0) continue;
    const tail = endOf(afterHost, text, host);
    // Without a scheme and a path it is no host where letters follow.
    if (tail > host || !/[-\w]/.test(text.charAt(host))) end = Math.max(end, tail);
  }
  return end;
};

const endOfEmail = (text: string, at: number): number => {
  const local = endOf(emailLocal, text, at);
  if (local < 0) return -1;
  return Math.max(endOf(emailBracketed, text, local), endOfDomain(text, local));
};

/** Words by UAX #29, with URLs and e-mail addresses as one token each. */
export const createUrlEmailTokenizer = (name: string, maxTokenLength: number): Tokenizer => ({
  name,
  tokenize: (text) => {
    const stream = emptyStream(text.length);
    const { tokens } = stream;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code === 0x20) {
        at++;
        continue;
      }
      const limit = Math.min(text.length, at + maxTokenLength);
      const word = longestWord(text, at, limit);
      let end = word < 0 ? -1 : Math.floor(word / 16);
      let type: string = word < 0 ? '' : (wordKindNames[word % 16] ?? '');
      if (code < 128) {
        const window = text.slice(at, Math.min(limit, at + Math.max(mostUnits, 255)));
        const mail = endOfEmail(window, 0);
        if (mail > 0 && at + mail >= end) [end, type] = [at + mail, '<EMAIL>'];
        const url = endOfUrl(window, 0);
        if (url > 0 && at + url >= end) [end, type] = [at + url, '<URL>'];
        if (/^mailto:/i.test(window) && endOfEmail(window, 7) > 0) [end, type] = [at + 6, '<ALPHANUM>'];
      }
      if (end <= at) {
        at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
        continue;
      }
      tokens.push(createToken(text.slice(at, end), tokens.length, at, end, type));
      at = end;
    }
    stream.endPosition = tokens.length - 1;
    return stream;
  },
});
