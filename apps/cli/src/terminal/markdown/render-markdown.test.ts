import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../style/text-width.ts';
import { createTheme, plainTheme } from '../style/theme.ts';
import { renderMarkdown } from './render-markdown.ts';
import { openFence, settledLength } from './settled-length.ts';

const text = `# Title

A paragraph with **strong**, *slanted*, \`code\` and a [link](https://example.org/a) that is long enough to be wrapped.

- first
- second
  1. nested
  2. \`more\`
- [x] done

\`\`\`ts
const answer = 42; // the answer
\`\`\`

| name | value |
| :--- | ----: |
| a | 1 |
| a longer name | 22 |

> quoted
> words

---
`;

describe('markdown', () => {
  it('becomes lines', () => {
    expect(renderMarkdown(text, 50, plainTheme).join('\n')).toMatchInlineSnapshot(`
      "Title

      A paragraph with strong, slanted, code and a link
      (https://example.org/a) that is long enough to be
      wrapped.

      • first
      • second
        1. nested
        2. more
      ☑ done

      ▏ const answer = 42; // the answer

      name           value
      ─────────────  ─────
      a                  1
      a longer name     22

      │ quoted
      │ words

      ────────────────────────────────────────"
    `);
  });

  it('colours code by its language', () => {
    const theme = createTheme({ depth: 'basic', background: 'dark' });
    expect(renderMarkdown('```ts\nconst a = "b"; // c\n```', 50, theme)).toMatchInlineSnapshot(`
      [
        "[90m▏ [39m[35mconst[39m a = [32m"b"[39m; [90m// c[39m",
      ]
    `);
  });

  it('is never wider than asked for, wherever the text ends', () => {
    for (const width of [12, 30, 80])
      for (let end = 0; end <= text.length; end += 3)
        for (const line of renderMarkdown(text.slice(0, end), width, plainTheme))
          expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, 23));
  });

  it('lets no escape sequence through', () => {
    const hostile = 'a \x1b]0;title\x07 \x1b[2J `\x1b[31m` \x9b31m [x](\x1b]8;;http://e\x07)';
    expect(renderMarkdown(hostile, 80, plainTheme)).toMatchInlineSnapshot(`
      [
        "a   \`\` 31m x ()",
      ]
    `);
  });
});

describe('the settled part of a growing text', () => {
  it('never changes again', () => {
    fc.assert(
      fc.property(fc.nat(text.length), (end) => {
        const settled = settledLength(text.slice(0, end));
        const parts = [text.slice(0, settled), text.slice(settled)].flatMap((part) =>
          renderMarkdown(part, 60, plainTheme),
        );
        expect(parts.filter((line) => line !== '')).toEqual(
          renderMarkdown(text, 60, plainTheme).filter((line) => line !== ''),
        );
      }),
    );
  });

  it('is all but the last block', () => {
    expect(settledLength('one\n\ntwo')).toBe(5);
    expect(settledLength('one\n\n```\nopen')).toBe(5);
    expect(settledLength('one line')).toBe(0);
  });
});

it('knows the code block in which a text ends', () => {
  expect(openFence('text\n\n```js\nconst a;\n')).toBe('```js\n');
  expect(openFence('~~~~\n~~~\n')).toBe('~~~~\n');
  expect(openFence('```js\nconst a;\n```\n')).toBe('');
  expect(openFence('no code\n')).toBe('');
});
