import type { Failure } from '@toolstone/protocol';
import {
  type DocumentJobInput,
  type ExtractedDocument,
  MAX_DOCUMENT_CHARS,
} from '../../shared/documents/extracted-document.ts';
import { extractDocx } from './extract-docx.ts';
import { extractOdf } from './extract-odf.ts';
import { extractPdf } from './extract-pdf.ts';
import { extractPptx } from './extract-pptx.ts';
import { extractXlsx } from './extract-xlsx.ts';
import type { RawDocument } from './raw-document.ts';
import { readZipDirectory } from './zip-directory.ts';

/** What the parts of an Office file may unpack to: a small file can unpack to more memory than there is. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_LISTED_ENTRIES = 200;

/** The text of a PDF or Office document, or why there is none. Never throws for what the bytes say. */
export async function extractDocument({ bytes, format }: DocumentJobInput): Promise<ExtractedDocument> {
  switch (format) {
    case 'pdf':
      return extracted('PDF', () => extractPdf(bytes));
    case 'zip':
      return extractPacked(bytes);
    case 'ole':
      return {
        status: 'refused',
        failure: {
          code: 'DOCUMENT_NOT_SUPPORTED',
          message: 'the file is in the old binary Office format (.doc, .xls, .ppt), or is an encrypted Office file',
          nextStep: 'Convert it with bash first, for example: libreoffice --headless --convert-to docx FILE',
        },
      };
  }
}

async function extractPacked(bytes: Uint8Array): Promise<ExtractedDocument> {
  const directory = readZipDirectory(bytes);
  if (directory === null) return damaged('the ZIP file is damaged or was not written to its end');
  const names = new Set(directory.map(({ name }) => name));
  const kind = officeKinds.find(({ part }) => names.has(part));
  if (kind === undefined) {
    const entries = directory
      .slice(0, MAX_LISTED_ENTRIES)
      .map(({ name, bytes: size }) => `${name}  ${size.toLocaleString('en')} bytes`);
    return { status: 'archive', entries, total: directory.length };
  }
  const unpacked = directory.reduce((total, entry) => total + entry.bytes, 0);
  if (unpacked > MAX_UNPACKED_BYTES) {
    return {
      status: 'refused',
      failure: {
        code: 'DOCUMENT_TOO_LARGE',
        message: `the ${kind.name} file unpacks to ${unpacked.toLocaleString('en')} bytes`,
        nextStep: 'Take out the part that matters with bash (unzip) and read that',
      },
    };
  }
  return extracted(kind.name, () => kind.extract(bytes));
}

const officeKinds: readonly {
  readonly part: string;
  readonly name: string;
  readonly extract: (bytes: Uint8Array) => Promise<RawDocument> | RawDocument;
}[] = [
  { part: 'word/document.xml', name: 'Word', extract: extractDocx },
  { part: 'xl/workbook.xml', name: 'Excel', extract: extractXlsx },
  { part: 'ppt/presentation.xml', name: 'PowerPoint', extract: extractPptx },
  { part: 'content.xml', name: 'OpenDocument', extract: extractOdf },
];

async function extracted(name: string, extract: () => Promise<RawDocument> | RawDocument): Promise<ExtractedDocument> {
  let document: RawDocument;
  try {
    document = await extract();
  } catch (error) {
    // Parsers throw whatever they meet in a damaged file; all of it means the same to the reader.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    if (/password/i.test(reason)) {
      return {
        status: 'refused',
        failure: {
          code: 'DOCUMENT_ENCRYPTED',
          message: `the ${name} file needs a password`,
          nextStep: 'Ask the person for a copy without one',
        },
      };
    }
    return damaged(`the ${name} file cannot be read: ${reason.replace(/\.+$/, '')}`);
  }
  const isCut = document.text.length > MAX_DOCUMENT_CHARS;
  const notes = [
    ...(document.notes ?? []),
    ...(isCut ? [`Only the first ${MAX_DOCUMENT_CHARS.toLocaleString('en')} characters of the text are kept`] : []),
  ];
  return { status: 'text', title: document.title, text: document.text.slice(0, MAX_DOCUMENT_CHARS), notes };
}

const damaged = (message: string): ExtractedDocument => {
  const failure: Failure = {
    code: 'DOCUMENT_DAMAGED',
    message,
    nextStep: 'Get the file again from where it came, or look at its bytes with bash',
  };
  return { status: 'refused', failure };
};
