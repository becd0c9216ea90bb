import { extractText, getDocumentProxy } from 'unpdf';
import type { RawDocument } from './raw-document.ts';

/** The text of a PDF, page by page. A page without any is probably a picture. */
export async function extractPdf(bytes: Uint8Array): Promise<RawDocument> {
  // pdf.js takes the buffer away with it, and warns on stdout unless it is told not to.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, isEvalSupported: false });
  try {
    const { totalPages, text } = await extractText(document, { mergePages: false });
    const pages = text.map(
      (page, index) => `--- page ${index + 1} of ${totalPages} ---\n${page.trim() || '(no text)'}`,
    );
    const empty = text.filter((page) => page.trim() === '').length;
    return {
      title: `PDF, ${totalPages === 1 ? '1 page' : `${totalPages} pages`}`,
      text: pages.join('\n'),
      notes: empty === 0 ? [] : [`${empty} of ${totalPages} pages have no text: they are probably scanned pictures`],
    };
  } finally {
    await document.loadingTask.destroy();
  }
}
