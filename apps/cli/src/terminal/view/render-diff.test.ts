import { describe, expect, it } from 'vitest';
import { plainTheme } from '../style/theme.ts';
import { renderDiff } from './render-diff.ts';

describe('a diff', () => {
  it('has the numbers of its lines, and of two hunks the gap', () => {
    const diff = [
      '--- a.txt',
      '+++ a.txt',
      '@@ -8,3 +8,4 @@',
      ' eight',
      '-nine',
      '+NINE',
      '+and a half that is rather long for this screen',
      ' ten',
      '@@ -40,2 +41,1 @@',
      ' forty',
      '--- not a header',
      '\\ No newline at end of file',
    ].join('\n');
    expect(renderDiff(diff, { width: 30, theme: plainTheme, isExpanded: true }).join('\n')).toMatchInlineSnapshot(`
      " 8   eight
       9 - nine
       9 + NINE
      10 + and a half that is rather
         +  long for this screen
      11   ten
         ⋯
      41   forty
      41 - -- not a header
         · No newline at end of file"
    `);
  });
});
