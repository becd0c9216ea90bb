import { defineJob } from '@toolstone/kernel';
import type { DocumentJobInput, ExtractedDocument } from './extracted-document.ts';

/** Gets the text out of PDF and Office files. The libraries are loaded on the first document. */
export const documentJob = defineJob<DocumentJobInput, ExtractedDocument>({
  name: 'tools.document',
  run: async (input) => (await import('../../node/documents/extract-document.ts')).extractDocument(input),
});
