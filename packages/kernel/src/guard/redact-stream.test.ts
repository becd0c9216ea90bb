import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact-stream.ts';

const whole = (text: string): string => {
  const redactor = createRedactor();
  return redactor.push(text) + redactor.end().text;
};
const inPieces = (text: string, cuts: readonly number[]): string => {
  const redactor = createRedactor();
  let safe = '';
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    safe += redactor.push(text.slice(from, cut));
    from = cut;
  }
  return safe + redactor.push(text.slice(from)) + redactor.end().text;
};

const keyBody = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(3);
const privateKey = `-----BEGIN ${'PRIVATE'} KEY-----\n${keyBody}-----END ${'PRIVATE'} KEY-----`;
const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;

describe('a stream of output', () => {
  it('shows whole lines at once and holds back the one that is not finished', () => {
    const redactor = createRedactor();
    expect(redactor.push('one\ntwo\nthr')).toBe('one\ntwo\n');
    expect(redactor.push('ee\n')).toBe('three\n');
    expect(redactor.end()).toEqual({ text: '', findings: [] });
  });

  it('never shows the first half of a credential', () => {
    const redactor = createRedactor();
    expect(redactor.push(`token ${token.slice(0, 20)}`)).toBe('');
    expect(redactor.push(`${token.slice(20)} end\n`)).toBe('token [REDACTED:api_key] end\n');
    expect(redactor.end().findings).toEqual([
      { category: 'credentials', flag: 'credential_leak', risk: 'high', count: 1 },
    ]);
  });

  it('shows a prompt after a while, but not a half-read word or a name whose value is to come', () => {
    const redactor = createRedactor();
    redactor.push('Continue? ');
    expect(redactor.flushAged()).toBe('Continue? ');
    redactor.push(`done ${token.slice(0, 9)}`);
    expect(redactor.flushAged()).toBe('done ');
    redactor.push(`${token.slice(9)} and password: `);
    expect(redactor.flushAged()).toBe('[REDACTED:api_key] and ');
    redactor.push('"hunter2hunter"\n');
    expect(redactor.end().text).toBe('');
  });

  it('shows a long line in parts', () => {
    const redactor = createRedactor();
    const shown = redactor.push('word '.repeat(2_000));
    expect(shown.length).toBeGreaterThan(4_000);
    expect(shown + redactor.end().text).toBe('word '.repeat(2_000));
  });

  it('cuts a long line neither inside a credential nor between a name and its value', () => {
    for (let length = 4_050; length < 4_110; length += 1) {
      const filler = 'x '.repeat(Math.floor(length / 2));
      expect(whole(`${filler}${token} tail ${'y '.repeat(3_000)}`)).not.toContain(token.slice(8));
      expect(whole(`${filler}"password": "hunter2hunter" tail ${'y '.repeat(3_000)}`)).not.toContain('hunter2');
    }
  });
});

describe('a private key', () => {
  it('is masked from its first line to its last', () => {
    expect(whole(`before\n${privateKey}\nafter`)).toBe('before\n[REDACTED:private_key]\nafter');
  });

  it('is masked however long it is and although it never ends', () => {
    const redactor = createRedactor();
    expect(redactor.push(`a\n-----BEGIN ${'RSA PRIVATE'} KEY-----\n${keyBody}`)).toBe('a\n[REDACTED:private_key]');
    for (let index = 0; index < 1_000; index += 1) expect(redactor.push(keyBody)).toBe('');
    expect(redactor.end().text).toBe('');
  });

  it('is masked with line numbers, indents, escaped ends of lines and headers', () => {
    const [first, last] = [`-----BEGIN ${'PRIVATE'} KEY-----`, `-----END ${'PRIVATE'} KEY-----`];
    expect(whole(`    1\t${first}\n    2\tMIIEvQIBADANBgkqhkiG9w0BAQ\n    3\t${last}\n`)).toBe(
      '    1\t[REDACTED:private_key]\n',
    );
    expect(whole(`{"key": "${first}\\nMIIEvQIBADANBgkqhkiG9w0BAQ\\n${last}\\n"}`)).toBe(
      '{"key": "[REDACTED:private_key]\\n"}',
    );
    expect(whole(`${first}\nProc-Type: 4,ENCRYPTED\n\nMIIE\n${last}`)).toBe('[REDACTED:private_key]');
  });

  it('is not seen in words about keys', () => {
    const code = `if (text.includes('-----BEGIN ${'PRIVATE'} KEY-----')) {\n  return parse(text);\n}\n`;
    expect(whole(code)).toBe(code);
  });
});

describe('the same text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      privateKey,
      token,
      ' ',
      '\n',
      'password: ',
      '"hunter2hunter"',
      'API_KEY=',
      'abc123def456',
      '-----',
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      'https://a:secret1@host/',
      'word '.repeat(500),
      'x'.repeat(5_000),
    ),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

  it('gives the same however it is cut into pieces', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(12_000), { maxLength: 12 }), (value, cuts) => {
        expect(
          inPieces(
            value,
            cuts.map((cut) => Math.min(cut, value.length)),
          ),
        ).toBe(whole(value));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same character by character', () => {
    const value = `a ${token}\n${privateKey}\npassword: "hunter2hunter" ----- BEGIN\n`;
    const everyPlace = Array.from({ length: value.length }, (_, index) => index);
    expect(inPieces(value, everyPlace)).toBe(whole(value));
  });

  it('is masked in the end although it is shown early', () => {
    fc.assert(
      fc.property(fc.nat(60), (cut) => {
        const line = `export X=1 ${token} password: "hunter2hunter" done`;
        const redactor = createRedactor();
        const safe =
          redactor.push(line.slice(0, cut)) +
          redactor.flushAged() +
          redactor.push(line.slice(cut)) +
          redactor.end().text;
        expect(safe).not.toContain(token.slice(12));
        expect(safe).not.toContain('hunter2');
      }),
    );
  });
});

describe('hostile text', () => {
  const size = 1_000_000;
  it.each([
    ['one word', 'a'],
    ['names without values', 'key='],
    ['open quotes', '"key":"aaaaaaa'],
    ['openings of keys', `-----BEGIN ${'PRIVATE'} KEY-----`],
    ['schemes', 'http://a:'],
    ['token starts', 'eyJaaaaaaaa.'],
    ['variables', 'TOKEN='],
    ['blanks', ' '],
  ])('is read in linear time: %s', (_, unit) => {
    const text = unit.repeat(Math.ceil(size / unit.length));
    const start = performance.now();
    whole(text);
    // Generous for a busy machine; what is not linear takes minutes.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('a private key that is cut in front', () => {
  const lines = Array.from(
    { length: 6 },
    (_, index) => `${'Zm9vYmFyYmF6cXV4'.repeat(4).slice(index)}${'x'.repeat(index)}`,
  );
  const end = `-----END ${'PRIVATE'} KEY-----`;
  const first = `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${'BKcwggSjAgEAAoIBAQC7'}`.padEnd(64, 'q');

  it('is masked up to its END, where it is printed from its middle', () => {
    expect(whole(`$ tail key\n${lines.join('\n')}\nshortLastLine==\n${end}\nbye\n`)).toBe(
      '$ tail key\n[REDACTED:private_key]\nbye\n',
    );
  });

  it('is masked behind line numbers, signs of a diff and names of files', () => {
    const numbered = lines.map((line, index) => `  ${index + 9}\t${line}\n`).join('');
    expect(whole(`${numbered}    15\t${end}\n`)).toBe('[REDACTED:private_key]\n');
    expect(whole(`${lines.map((line) => `+${line}\n`).join('')}+${end}\n`)).toBe('[REDACTED:private_key]\n');
    expect(
      whole(`${lines.map((line, index) => `a/key.pem:${index + 9}:${line}\n`).join('')}a/key.pem:15:${end}\n`),
    ).toBe('[REDACTED:private_key]\n');
  });

  it('is masked from its first line of base64 on, without the lines around it', () => {
    expect(whole(`${first}\n${lines.join('\n')}\n`)).toBe('[REDACTED:private_key]\n');
    expect(whole(`key: "${first}${lines.join('')}"\nport: 1\n`)).toBe('key: "[REDACTED:private_key]"\nport: 1\n');
    expect(whole(`${first}\n${lines.join('\n')}\nlastShortLine123==\n\ndone\n`)).toBe(
      '[REDACTED:private_key]\n\ndone\n',
    );
  });

  it('is masked the same however it comes in pieces', () => {
    const text = `before\n${lines.join('\n')}\nlast==\n${end}\nmiddle\n${first}\n${lines.join('\n')}\nafter it\n`;
    const expected = whole(text);
    expect(expected).toBe('before\n[REDACTED:private_key]\nmiddle\n[REDACTED:private_key]\nafter it\n');
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        expect(inPieces(text, cuts)).toBe(expected);
      }),
    );
  });

  it('is not shown by a flush of what has aged', () => {
    const redactor = createRedactor();
    expect(redactor.push(`log\n${lines.join('\n')}\n`)).toBe('log\n');
    expect(redactor.flushAged()).toBe('');
    expect(redactor.push(`${end}\n`) + redactor.end().text).toBe('[REDACTED:private_key]\n');
  });

  it.each([
    ['base64 of an image', `${lines.join('\n')}\n${lines.join('\n')}\n`],
    [
      'a certificate',
      `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEbGzVnzANBgkqhkiG9w0BAQsFADBsMRAwDgYDVQQGEwdV\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    ],
    ['a public key', `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo\n${lines.join('\n')}\n`],
    ['an integrity hash of a lock file', `"integrity": "sha512-${lines.join('').slice(0, 86)}==",\n`],
    ['an image inside a stylesheet', `.a{background:url(data:image/png;base64,iVBORw0KGgo${lines.join('')})}\n`],
    ['minified code', `function a(b){return b?MII(b):c("${lines.join('')}")}var d=1;\n`],
    ['words about the end of a key', `The last line is ${end}\nand ${end}\n`],
    ['hashes one a line before such words', `${'a'.repeat(40)}\n${'b'.repeat(40)}\n${end}\n`],
  ])('is not seen in %s', (_what, text) => {
    expect(whole(text)).toBe(text);
  });
});
