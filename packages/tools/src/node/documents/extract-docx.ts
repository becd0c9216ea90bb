import { markupText } from './markup-text.ts';
import type { RawDocument } from './raw-document.ts';

/** The text of a Word file with its headings, lists and tables. Pictures are left out. */
export async function extractDocx(bytes: Uint8Array): Promise<RawDocument> {
  const { default: mammoth } = await import('mammoth');
  let pictures = 0;
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => {
        pictures++;
        return { src: '' };
      }),
    },
  );
  const notes = pictures === 0 ? [] : [`${pictures === 1 ? '1 picture is' : `${pictures} pictures are`} left out`];
  return { title: 'Word document', text: markupText(value), notes };
}
