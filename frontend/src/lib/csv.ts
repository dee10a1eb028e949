/** Rows as CSV after RFC 4180, safe to open in a spreadsheet: no cell is read as a formula. */

/** A cell: text, a figure in full precision, or nothing. */
export type CsvCell = string | number | undefined;

/** What spreadsheets take as the start of a formula, in ASCII and in its full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(cell: CsvCell): string {
  const text = cell === undefined ? '' : String(cell);
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines end with CRLF, the last one too; short rows are filled up, so that every line has the same number of cells. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  return rows
    .map((row) => `${Array.from({ length: width }, (_, index) => formatCell(row[index])).join(',')}\r\n`)
    .join('');
}
