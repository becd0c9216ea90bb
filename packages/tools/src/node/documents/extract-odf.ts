import { parseXml } from './parse-xml.ts';
import type { RawDocument } from './raw-document.ts';
import { readZipTexts } from './zip-directory.ts';

/** The text of an OpenDocument file: headings as Markdown marks them, table rows between bars, sheets and slides named. */
export function extractOdf(bytes: Uint8Array): RawDocument {
  const content = readZipTexts(bytes, (name) => name === 'content.xml').get('content.xml') ?? '';
  const isSpreadsheet = content.includes('<office:spreadsheet');
  const lines: string[] = [];
  let slides = 0;
  let line = '';
  let cells: string[] | null = null;
  /** Notes and the like inside a paragraph hold paragraphs of their own; only the text of paragraphs counts. */
  let paragraphs = 0;
  parseXml(content, {
    open(name, attributes) {
      if (name === 'text:p' || name === 'text:h') {
        paragraphs++;
        if (cells !== null && line !== '') line += ' ';
        if (name === 'text:h') line += `${'#'.repeat(Number(attributes['text:outline-level'] ?? 1))} `;
      } else if (name === 'text:list-item') line += '- ';
      else if (name === 'text:s') line += ' '.repeat(Math.min(100, Number(attributes['text:c'] ?? 1)));
      else if (name === 'text:tab') line += '\t';
      else if (name === 'text:line-break') line += ' ';
      else if (name === 'table:table' && isSpreadsheet) lines.push(`--- sheet ${attributes['table:name'] ?? ''} ---`);
      else if (name === 'table:table-row') cells = [];
      else if (name === 'draw:page') lines.push(`--- slide ${++slides} ---`);
    },
    text(value) {
      if (paragraphs > 0) line += value;
    },
    close(name) {
      if (name === 'text:p' || name === 'text:h') {
        paragraphs--;
        if (cells === null && line.trim() !== '') lines.push(line.trimEnd());
        if (cells === null) line = '';
      } else if (name === 'table:table-cell' && cells !== null) {
        cells.push(line.trim());
        line = '';
      } else if (name === 'table:table-row' && cells !== null) {
        if (cells.some((cell) => cell !== '')) lines.push(`| ${cells.join(' | ')} |`);
        cells = null;
      }
    },
  });
  return { title: 'OpenDocument file', text: lines.join('\n') };
}
