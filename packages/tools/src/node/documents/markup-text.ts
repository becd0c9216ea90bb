import { parseXml } from './parse-xml.ts';

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'pre', 'table', 'ul', 'ol']);

/** Text for reading from the plain, well-formed HTML that document converters write: headings, lists and tables as Markdown marks them. */
export function markupText(html: string): string {
  const lines: string[] = [];
  const lists: { readonly isOrdered: boolean; items: number }[] = [];
  let line = '';
  let cells: string[] | null = null;
  const endLine = (): void => {
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
  };
  parseXml(`<body>${html}</body>`, {
    open(name) {
      // Inside a table a paragraph is part of its cell.
      if (blocks.has(name) && cells === null) endLine();
      if (name === 'ul' || name === 'ol') lists.push({ isOrdered: name === 'ol', items: 0 });
      else if (name === 'li') line = listMark(lists);
      else if (/^h[1-6]$/.test(name)) line = `${'#'.repeat(Number(name.slice(1)))} `;
      else if (name === 'tr') cells = [];
      else if (name === 'td' || name === 'th') line = '';
      else if (name === 'br') {
        if (cells === null) endLine();
        else line += ' ';
      } else if (name === 'p' && cells !== null && line !== '') line += ' ';
    },
    text(value) {
      line += value;
    },
    close(name) {
      if (name === 'ul' || name === 'ol') lists.pop();
      if ((name === 'td' || name === 'th') && cells !== null) {
        cells.push(line.trim());
        line = '';
      } else if (name === 'tr' && cells !== null) {
        lines.push(`| ${cells.join(' | ')} |`);
        cells = null;
      } else if (blocks.has(name) && cells === null) endLine();
    },
  });
  endLine();
  return lines.join('\n');
}

function listMark(lists: readonly { readonly isOrdered: boolean; items: number }[]): string {
  const list = lists.at(-1);
  if (!list) return '- ';
  list.items++;
  return `${'  '.repeat(lists.length - 1)}${list.isOrdered ? `${list.items}.` : '-'} `;
}
