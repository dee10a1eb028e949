/** Saves the rows of a table as a file: those of a list that the server pages with progress, until canceled. */
import { useEffect, useRef, useState } from 'react';
import type { FetchPage } from './tableTypes';

/** The most rows of a file whose rows are loaded page by page. It needs their number, so as to name the bound. */
export const MAX_FILE_ROWS = 10_000;

type SaveRows<Row> = (rows: readonly Row[]) => Promise<void>;

interface FilePages<Row> {
  fetchPage: FetchPage<Row>;
  maxRows: number;
}

interface FileRows<Row> {
  /** The number of rows loaded so far; undefined if no file is being made. */
  loaded: number | undefined;
  hasFailed: boolean;
  /** Saves the rows that are here or, with `pages`, those of all pages once they are loaded. */
  save: (here: readonly Row[], pages: FilePages<Row> | undefined, save: SaveRows<Row>) => Promise<void>;
  cancel: () => void;
}

export function useFileRows<Row>(): FileRows<Row> {
  const [loaded, setLoaded] = useState<number>();
  const [hasFailed, setHasFailed] = useState(false);
  const current = useRef<AbortController>(null);
  const cancel = () => {
    current.current?.abort();
    setLoaded(undefined);
  };
  useEffect(() => () => current.current?.abort(), []);

  async function loadPages(pages: FilePages<Row>, signal: AbortSignal): Promise<readonly Row[]> {
    const { fetchPage, maxRows } = pages;
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const page = await fetchPage(cursor, signal);
      signal.throwIfAborted();
      rows.push(...page.items.slice(0, maxRows - rows.length));
      cursor = page.nextCursor;
      setLoaded(rows.length);
    } while (cursor !== undefined && rows.length < maxRows);
    return rows;
  }

  const save: FileRows<Row>['save'] = async (here, pages, saveRows) => {
    const { signal } = (current.current = new AbortController());
    setHasFailed(false);
    setLoaded(0);
    try {
      await saveRows(pages ? await loadPages(pages, signal) : here);
    } catch (failure) {
      if (signal.aborted) return;
      console.error('Failed to load the rows of a file', failure);
      setHasFailed(true);
    }
    setLoaded(undefined);
  };

  return { loaded, hasFailed, save, cancel };
}
