import { lexer, type Token, type Tokens } from 'marked';
import { printable } from '../style/printable.ts';
import { indentLines, widthOf } from '../style/text-width.ts';
import type { Theme } from '../style/theme.ts';
import { breakText, wrapText } from '../style/wrap-text.ts';
import { highlightCode } from './highlight-code.ts';
import { renderInline } from './render-inline.ts';
import { renderTable } from './render-table.ts';

/** Markdown as styled lines of at most `width` columns. The text may end anywhere, as it does while it is written. */
export function renderMarkdown(text: string, width: number, theme: Theme): readonly string[] {
  return renderBlocks(lexer(printable(text)), Math.max(10, width), theme);
}

function renderBlocks(tokens: readonly Token[], width: number, theme: Theme): readonly string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const block = renderBlock(token, width, theme);
    if (block.length === 0) continue;
    if (lines.length > 0) lines.push('');
    lines.push(...block);
  }
  return lines;
}

function renderBlock(token: Token, width: number, theme: Theme): readonly string[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return wrapText(renderInline(token.tokens, theme), width).map(token['depth'] <= 2 ? theme.heading : theme.strong);
    case 'code':
      return codeBlock(String(token['text']), String(token['lang'] ?? ''), { width, theme });
    case 'blockquote':
      return indentLines(renderBlocks(token.tokens ?? [], width - 2, theme), theme.muted('│ '));
    case 'list':
      // The lexer gives this type to lists alone.
      return list(token as Tokens.List, width, theme);
    case 'table':
      return renderTable(token as Tokens.Table, width, theme); // likewise
    case 'hr':
      return [theme.muted('─'.repeat(Math.min(width, 40)))];
    case 'paragraph':
      return wrapText(renderInline(token.tokens, theme), width);
    case 'text':
      return wrapText('tokens' in token && token.tokens ? renderInline(token.tokens, theme) : String(token.raw), width);
    default:
      return wrapText(String(token.raw).trimEnd(), width);
  }
}

function codeBlock(
  code: string,
  info: string,
  { width, theme }: { readonly width: number; readonly theme: Theme },
): readonly string[] {
  const language = /^[\w+#-]+/.exec(info)?.[0] ?? '';
  const lines = highlightCode(code, language, theme).flatMap((line) => breakText(line, width - 2));
  return indentLines(lines, theme.muted('▏ '));
}

function list(token: Tokens.List, width: number, theme: Theme): readonly string[] {
  const first = typeof token.start === 'number' ? token.start : 1;
  const lines: string[] = [];
  for (const [index, item] of token.items.entries()) {
    const mark = token.ordered ? `${first + index}. ` : item.task ? (item.checked ? '☑ ' : '☐ ') : '• ';
    const blank = ' '.repeat(widthOf(mark));
    const body = itemLines(item, width - blank.length, theme);
    if (index > 0 && token.loose) lines.push('');
    lines.push(...indentLines(body.length === 0 ? [''] : body, theme.accent(mark), blank));
  }
  return lines;
}

/** The blocks of an item stand close together unless its list is loose. */
function itemLines(item: Tokens.ListItem, width: number, theme: Theme): readonly string[] {
  const blocks = item.tokens
    .filter(({ type }) => type !== 'checkbox')
    .map((token) => renderBlock(token, width, theme))
    .filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index > 0 && item.loose ? ['', ...lines] : lines));
}
