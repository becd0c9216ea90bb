import { numberLine, showable } from '../shared/text-file/number-lines.ts';
import { formatName } from '../shared/text-file/text-encoding.ts';
import type { ShownLine, TextRead } from './read-text.ts';

const count = (number: number): string => number.toLocaleString('en');

/** The numbered lines, then one line on what they are of and how to go on, where they are not the whole file. */
export function renderLines(lines: readonly ShownLine[], totalLines: number | null, column?: number): string {
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return '';
  const body = lines.map(renderLine).join('\n');
  if (column !== undefined) return `${body}\n(line ${count(first.number)} from column ${count(column)})`;
  if (first.number === 1 && last.number === totalLines) return body;
  const of = totalLines === null ? '' : ` of ${count(totalLines)}`;
  const more = totalLines === null || last.number < totalLines ? `; continue with offset=${last.number + 1}` : '';
  return `${body}\n(lines ${count(first.number)}-${count(last.number)}${of}${more})`;
}

function renderLine(line: ShownLine): string {
  const text = numberLine(line.number, showable(line.text));
  if (line.continuesAt === undefined) return text;
  return `${text} … [cut: the line has ${count(line.totalBytes)} bytes; continue with offset=${line.number} column=${line.continuesAt}]`;
}

/** What is out of the ordinary in the file's form, and is kept when it is edited. */
export function formNotes({ lines, format, how, breakCode, endsWithBreak, totalLines }: TextRead): readonly string[] {
  const notes: string[] = [];
  if (how === 'guessed') {
    notes.push(
      format.encoding === 'utf-8-stray'
        ? 'Some bytes are not UTF-8; each is shown as \ufffd and kept by edits'
        : `The bytes fit no declared encoding and are shown as ${formatName(format)}, which is a guess; edits keep them`,
    );
  } else if (format.encoding !== 'utf-8' || format.bom)
    notes.push(`The file is ${formatName(format)}; edits keep that`);
  const withCr = lines.filter(({ hasCr }) => hasCr).length;
  const isLastUnbroken = endsWithBreak === false && lines.at(-1)?.number === totalLines;
  const broken = lines.filter(({ continuesAt }) => continuesAt === undefined).length - (isLastUnbroken ? 1 : 0);
  if (breakCode === 0x0d) notes.push('Lines end with CR; edits keep that');
  else if (withCr > 0 && withCr >= broken) notes.push('Lines end with CRLF; edits keep that');
  else if (withCr > 0)
    notes.push(`Line ends are mixed: ${count(withCr)} of these lines end with CRLF, the others with LF`);
  if (isLastUnbroken) notes.push('The last line has no line break');
  return notes;
}
