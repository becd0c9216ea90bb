import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from './index.ts';

const tools = [readFile];

async function read(content: Uint8Array, args: object = {}): Promise<string> {
  let text = '';
  await withBench({ tools, files: { document: content } }, async (bench) => {
    const result = await bench.call('read_file', { path: 'document', ...args });
    text = [result.text, ...(result.notes ?? []).map((note) => `note: ${note}`)].join('\n');
  });
  return text;
}

it('reads the text of a PDF page by page', async () => {
  const content = pdf(['Hello from page one', null, 'And three']);
  expect(await read(content)).toMatchInlineSnapshot(`
    "PDF, 3 pages
       1	--- page 1 of 3 ---
       2	Hello from page one
       3	--- page 2 of 3 ---
       4	(no text)
       5	--- page 3 of 3 ---
       6	And three
    note: 1 of 3 pages have no text: they are probably scanned pictures"
  `);
  expect(await read(content, { offset: 6 })).toMatchInlineSnapshot(`
    "PDF, 3 pages
       6	And three
    (lines 6-6 of 6)
    note: 1 of 3 pages have no text: they are probably scanned pictures"
  `);
});

it('reads a Word document with headings, lists and tables', async () => {
  expect(await read(docx())).toMatchInlineSnapshot(`
    "Word document
       1	# Report
       2	Costs < 5 & rising.
       3	1. first
       4	2. second
       5	| Name | Sum |
       6	| A | 12 |"
  `);
});

it('reads the sheets of an Excel workbook', async () => {
  expect(await read(xlsx())).toMatchInlineSnapshot(`
    "Excel workbook, 2 sheets
       1	--- sheet Sales (3 rows, 2 columns) ---
       2	Day	Sum
       3	2025-12-09	12.5
       4		true
       5	--- sheet Empty (0 rows, 0 columns) ---"
  `);
});

it('reads slides in the order of the presentation, with notes', async () => {
  expect(await read(pptx())).toMatchInlineSnapshot(`
    "PowerPoint presentation, 2 slides
       1	--- slide 1 of 2 ---
       2	Shown first
       3	(notes)
       4	Say hello
       5	--- slide 2 of 2 ---
       6	Shown second
       7	A & B"
  `);
});

it('reads OpenDocument text', async () => {
  const content = xml(
    '<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text><text:h text:outline-level="2">Title</text:h><text:p>One<text:s text:c="2"/>two &amp; three</text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>',
  );
  expect(
    await read(zipSync({ mimetype: strToU8('application/vnd.oasis.opendocument.text'), 'content.xml': content })),
  ).toMatchInlineSnapshot(`
    "OpenDocument file
       1	## Title
       2	One  two & three
       3	- item
       4	| a | b |"
  `);
});

it('lists an archive', async () => {
  expect(await read(zipSync({ 'a/b.txt': strToU8('hello'), 'c.bin': new Uint8Array(1000) }))).toMatchInlineSnapshot(`
    "document is a ZIP archive with 2 entries:
    a/b.txt  5 bytes
    c.bin  1,000 bytes"
  `);
});

it('says clearly what it cannot read', async () => {
  const ole = Buffer.alloc(600);
  ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const texts = [];
  for (const content of [ole, docx().subarray(0, 300), Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\ngarbage', 'latin1')])
    texts.push(await read(content));
  expect(texts).toMatchInlineSnapshot(`
    [
      "Error DOCUMENT_NOT_SUPPORTED: document: the file is in the old binary Office format (.doc, .xls, .ppt), or is an encrypted Office file. Convert it with bash first, for example: libreoffice --headless --convert-to docx FILE",
      "Error DOCUMENT_DAMAGED: document: the ZIP file is damaged or was not written to its end. Get the file again from where it came, or look at its bytes with bash",
      "Error DOCUMENT_DAMAGED: document: the PDF file cannot be read: Invalid PDF structure. Get the file again from where it came, or look at its bytes with bash",
    ]
  `);
});

it('refuses a document that unpacks to more than memory should hold', async () => {
  const bomb = Buffer.from(zipSync({ 'word/document.xml': new Uint8Array(1000) }));
  bomb.writeUInt32LE(210 * 1024 * 1024, bomb.lastIndexOf('PK\u0001\u0002') + 24);
  expect(await read(bomb)).toContain('DOCUMENT_TOO_LARGE');
});

function pdf(pages: readonly (string | null)[]): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const stream = text === null ? '' : `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  body += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

const xml = (text: string): Uint8Array => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
const relationships = (entries: string): Uint8Array =>
  xml(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`);
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function docx(): Uint8Array {
  const paragraph = (text: string, style = '') =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const item = (text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  return zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/_rels/document.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/numbering" Target="numbering.xml"/>`,
    ),
    'word/styles.xml': xml(
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
    ),
    'word/numbering.xml': xml(
      '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    ),
    'word/document.xml': xml(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('Report', 'Heading1')}${paragraph('Costs &lt; 5 &amp; rising.')}${item('first')}${item('second')}<w:tbl><w:tr>${cell('Name')}${cell('Sum')}</w:tr><w:tr>${cell('A')}${cell('12')}</w:tr></w:tbl></w:body></w:document>`,
    ),
  });
}

function xlsx(): Uint8Array {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  return zipSync({
    '[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    '_rels/.rels': relationships(`<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml': xml(
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${text('A1', 'Day')}${text('B1', 'Sum')}</row><row r="2"><c r="A2" s="1"><v>46000</v></c><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3" t="b"><v>1</v></c></row></sheetData></worksheet>`,
    ),
    'xl/worksheets/sheet2.xml': xml(
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData/></worksheet>',
    ),
  });
}

function pptx(): Uint8Array {
  const slide = (...lines: readonly string[]) =>
    xml(
      `<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:sld>`,
    );
  return zipSync({
    'ppt/presentation.xml': xml(
      `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${office}"><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/slide" Target="slides/slide1.xml"/><Relationship Id="rId2" Type="${office}/slide" Target="slides/slide2.xml"/>`,
    ),
    'ppt/slides/slide1.xml': slide('Shown second', 'A &amp; B'),
    'ppt/slides/slide2.xml': slide('Shown first'),
    'ppt/slides/_rels/slide2.xml.rels': relationships(
      `<Relationship Id="rId1" Type="${office}/notesSlide" Target="../notesSlides/notesSlide1.xml"/>`,
    ),
    'ppt/notesSlides/notesSlide1.xml': slide('Say hello', '1'),
  });
}
