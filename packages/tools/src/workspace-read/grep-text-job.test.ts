import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textSource } from './byte-source.ts';
import { type GrepLine, type GrepOutput, grepTextJob } from './grep-text-job.ts';
import { readPage } from './read-page.ts';

const base = { pattern: 'x', ignoreCase: false, context: 0, before: [], after: 0, skip: 0, take: 1000 } as const;

function search(parts: readonly string[], context: number): readonly GrepLine[] {
  let carried: Pick<GrepOutput, 'before' | 'after'> = { before: [], after: 0 };
  let offset = 0;
  const all: GrepLine[] = [];
  for (const text of parts) {
    const found = grepTextJob.run({ ...base, ...carried, text, context });
    if (found instanceof Promise) throw new Error('the job answers at once');
    all.push(...found.lines.map((line) => ({ ...line, index: line.index + offset })));
    offset += found.lineCount;
    carried = found;
  }
  return all;
}

it('finds the same lines, with the same lines around them, however the text is cut into parts', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'x', 'xx'), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.array(fc.nat(29), { maxLength: 5 }), fc.nat(3), (all, cuts, context) => {
      const at = [...new Set(cuts.filter((cut) => cut > 0 && cut < all.length))].sort((a, b) => a - b);
      const parts = [...at, all.length].map((end, n) =>
        all
          .slice(at[n - 1] ?? 0, end)
          .map((line) => `${line}\n`)
          .join(''),
      );
      const shown = search(parts, context);
      const near = all.flatMap((_, index) => {
        const around = all.slice(Math.max(0, index - context), index + context + 1);
        return around.some((line) => line.includes('x')) ? [index] : [];
      });
      expect(shown.map(({ index }) => index)).toEqual(near);
      expect(shown.every(({ index, text, isMatch }) => text === all[index] && isMatch === text.includes('x'))).toBe(
        true,
      );
    }),
  );
});

it('pages through every text without loss', async () => {
  const text = fc
    .array(fc.constantFrom('a\n', '\n', 'bé😀', 'long line '), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('lines' as const, 'chars' as const),
      async (whole, limit, unit) => {
        const source = textSource(whole);
        const pages: string[] = [];
        let offset: number | undefined = 1;
        while (offset !== undefined) {
          const page = await readPage(source, { unit, offset, limit }, signal);
          if (page.last >= page.first) pages.push(page.text);
          offset = page.next?.offset;
        }
        const joined = unit === 'chars' ? pages.join('') : pages.map((page) => `${page}\n`).join('');
        expect(joined).toBe(unit === 'chars' || whole === '' || whole.endsWith('\n') ? whole : `${whole}\n`);
      },
    ),
  );
});
