/** A sequence of two or three signs and the one that stands for it, as places within a script's block. */
export interface IndicComposition {
  readonly first: number;
  readonly second: number;
  /** -1 for none, 255 for the zero width joiner. */
  readonly third: number;
  readonly result: number;
  /** Bits of the scripts it holds for, from Devanagari (1) in the order of their blocks. */
  readonly scripts: number;
}

/** first.second.third.result.scripts, in base 16; in order of precedence. */
const packed = `
5.3e.45.11.9 5.3e.46.12.1 5.3e.47.13.9 5.3e.48.14.9 5.3e..6.1f 5.45..72.1 5.45..d.8 5.46..4.1 5.47..f.8
5.48..10.c 5.49..11.9 5.4a..12.1 5.4b..13.9 5.4c..14.d 6.45..11.9 6.46..12.1 6.47..13.9 6.48..14.9 7.57..8.100
9.41..a.1 9.57..a.120 e.46..10.100 f.45..d.1 f.46..e.1 f.47..10.1 f.57..10.10 12.3e..13.100 12.4c..14.c0
12.55..13.40 12.57..14.120 13.57..14.10 15.3c..58.1 16.3c..59.5 17.3c..5a.5 1c.3c..5b.5 21.3c..5c.13
22.3c..5d.13 23.4d.ff.7a.100 24.4d.ff.4e.2 28.3c..29.1 28.4d.ff.7b.100 2b.3c..5e.5 2f.3c..5f.3 2c.41.41.b.40
30.3c..31.1 30.4d.ff.7c.100 32.4d.ff.7d.100 33.3c..34.1 33.4d.ff.7e.100 35.41..2e.40 3e.45..49.9 3e.46..4a.1
3e.47..4b.9 3e.48..4c.9 3f.55..40.80 41.41..42.4 46.3e..4a.120 46.42.55.4b.80 46.42..4a.80 46.46..48.100
46.55..47.c0 46.56..48.c0 46.57..4c.120 47.3e..4b.132 47.57..4c.12 4a.55..4b.80 72.3f..7.4 72.40..8.4
72.47..f.4 73.41..9.4 73.42..a.4 73.4b..13.4
`;

export const indicCompositions: readonly IndicComposition[] = packed
  .trim()
  .split(/\s+/)
  .map((entry) => {
    const [first = 0, second = 0, third = -1, result = 0, scripts = 0] = entry
      .split('.')
      .map((part) => (part === '' ? -1 : Number.parseInt(part, 16)));
    return { first, second, third, result, scripts };
  });
