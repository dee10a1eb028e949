/** Writes CSV according to RFC 4180. No cell can be interpreted as a formula by a spreadsheet. */

/** A cell: text, a number in full precision, or empty. */
export type CsvCell = string | number | undefined;

/** Characters that start a formula in spreadsheets, in ASCII and full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const NEEDS_QUOTES = /[",\r\n]/;

function formatCell(cell: CsvCell): string {
  const text = cell === undefined ? '' : String(cell);
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Every line ends with CRLF. Short rows are padded, so that all lines have the same number of cells. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length));
  return rows
    .map((row) => `${Array.from({ length: width }, (_, index) => formatCell(row[index])).join(',')}\r\n`)
    .join('');
}
