import type { RawDocument } from './raw-document.ts';

/** The sheets of an Excel workbook: one line a row, cells parted by tabs. Values, not formulas. */
export async function extractXlsx(bytes: Uint8Array): Promise<RawDocument> {
  const { default: readWorkbook } = await import('read-excel-file/node');
  const sheets = await readWorkbook(Buffer.from(bytes));
  const text = sheets
    .map(({ sheet, data }) => {
      const columns = Math.max(0, ...data.map((row) => row.length));
      return [`--- sheet ${sheet} (${data.length} rows, ${columns} columns) ---`, ...data.map(rowText)].join('\n');
    })
    .join('\n');
  return { title: `Excel workbook, ${sheets.length === 1 ? '1 sheet' : `${sheets.length} sheets`}`, text };
}

const rowText = (row: readonly unknown[]): string => row.map(cellText).join('\t').trimEnd();

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  // A break within a cell would look like a new row.
  return String(value)
    .replace(/\s*\r?\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}

function dateText(value: Date): string {
  const iso = value.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}
