/** Writes XLSX workbooks with one sheet, for tests of imports. */
import { crc32 } from 'node:zlib';

type Cell = string | number;

/** A file for an input, as Playwright takes it. */
export interface WorkbookFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A workbook of rows; texts are written inline, numbers as numbers. */
export function writeWorkbook(name: string, rows: readonly (readonly Cell[])[]): WorkbookFile {
  const sheetRows = rows.map((row, index) => {
    const cells = row.map((cell, column) => {
      const at = `${String.fromCharCode(65 + column)}${String(index + 1)}`;
      return typeof cell === 'number'
        ? `<c r="${at}"><v>${String(cell)}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
    });
    return `<row r="${String(index + 1)}">${cells.join('')}</row>`;
  });
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Export" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${sheetRows.join('')}</sheetData></worksheet>`,
  };
  return { name, mimeType: `${TYPES}.sheet`, buffer: writeZip(parts) };
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A ZIP archive without compression. */
function writeZip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    const path = Buffer.from(name);
    // Version, flags, method, time and date (January 1, 1980), checksum, sizes, length of the name.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x21, 8);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, path]));
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}
