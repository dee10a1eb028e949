/** Downloads the CSV file of a button and returns its cells. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

interface Saved {
  name: string;
  /** Removes the empty cells that pad a line. */
  rows: string[][];
}

export async function saveDownload(page: Page, button: Locator): Promise<Saved> {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  const rows = cells(await readFile(await file.path(), 'utf8'));
  return { name: file.suggestedFilename(), rows: rows.map(withoutTail) };
}

/** The lines below the one that starts with `heading`, up to the next empty line. */
export function readSection({ rows }: Saved, heading: string): string[][] {
  const start = rows.findIndex(([first]) => first === heading);
  if (start < 0) throw new Error(`The file has no section ${heading}.`);
  const below = rows.slice(start + 1);
  const end = below.findIndex((row) => row.length === 0);
  return end < 0 ? below : below.slice(0, end);
}

function withoutTail(row: string[]): string[] {
  return row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
}

/** Parses CSV according to RFC 4180. */
function cells(text: string): string[][] {
  const lines = text.split('\r\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
}
