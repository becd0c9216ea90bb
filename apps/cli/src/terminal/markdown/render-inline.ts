import type { Token } from 'marked';
import { printableLine } from '../style/printable.ts';
import type { Theme } from '../style/theme.ts';

/** Inline markdown as one styled text; it may hold line breaks where the source asks for them. */
export function renderInline(tokens: readonly Token[] | undefined, theme: Theme): string {
  return (tokens ?? []).map((token) => renderToken(token, theme)).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);

/** Each line on its own, so that a style never crosses a line break. */
const styled = (text: string, style: (line: string) => string): string => text.split('\n').map(style).join('\n');

function renderToken(token: Token, theme: Theme): string {
  const inner = (): string => ('tokens' in token ? renderInline(token.tokens, theme) : '');
  switch (token.type) {
    case 'strong':
      return styled(inner(), theme.strong);
    case 'em':
      return styled(inner(), theme.emphasis);
    case 'del':
      return styled(inner(), theme.struck);
    case 'codespan':
      return theme.code(decode(String(token['text'])));
    case 'br':
      return '\n';
    case 'link':
      return link(inner(), String(token['href']), theme);
    case 'image':
      return `${theme.muted('image')} ${link(String(token['text'] || 'image'), String(token['href']), theme)}`;
    case 'escape':
      return decode(String(token['text']));
    case 'text':
      return 'tokens' in token && token.tokens ? inner() : decode(String(token['text']));
    default:
      return 'raw' in token ? decode(String(token.raw)) : '';
  }
}

/** The address stands beside the words unless it is the words: a link that cannot be read cannot be judged. */
function link(label: string, href: string, theme: Theme): string {
  const address = printableLine(href);
  const isSame = label === address || `mailto:${label}` === address;
  return isSame ? theme.link(address) : `${label} ${theme.muted('(')}${theme.link(address)}${theme.muted(')')}`;
}
