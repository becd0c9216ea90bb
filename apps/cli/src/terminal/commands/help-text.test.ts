import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { plainTheme } from '../style/theme.ts';
import { helpMarkdown, keySections } from './help-text.ts';
import { slashCommands } from './slash-commands.ts';

const shown = renderMarkdown(helpMarkdown(), 120, plainTheme);

describe('/help', () => {
  it.each(slashCommands)('has /$name whole, on one line', ({ name, arguments: args, help }) => {
    const line = shown.find((text) => text.startsWith(`/${name} `) || text.startsWith(`/${name}  `));
    expect(line?.replace(/ {2,}/, '  ')).toBe(`${`/${name} ${args}`.trim()}  ${help}`);
  });

  it('has every key of the sheet', () => {
    for (const { keys, help } of keySections().flatMap(({ rows }) => rows))
      expect(shown.some((text) => text.startsWith(keys) && text.endsWith(help))).toBe(true);
  });
});
