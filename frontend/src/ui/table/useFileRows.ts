/** Loads all rows of a list that the server pages, for a file, with progress, until it is canceled. */
import { useEffect, useRef, useState } from 'react';
import type { FetchPage } from './tableTypes';

/** The most rows of a file whose rows are loaded page by page. */
export const MAX_FILE_ROWS = 10_000;

type SaveRows<Row> = (rows: readonly Row[]) => Promise<void>;

interface FileRows<Row> {
  /** The number of rows loaded so far; undefined if no file is being made. */
  loaded: number | undefined;
  hasFailed: boolean;
  /** Passes the rows on when they are all here. */
  load: (fetchPage: FetchPage<Row>, save: SaveRows<Row>) => Promise<void>;
  cancel: () => void;
  /** Shows that the file could not be made. */
  fail: (failure: unknown) => void;
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

  function fail(failure: unknown) {
    console.error('Failed to load the rows of a file', failure);
    setHasFailed(true);
  }

  async function load(fetchPage: FetchPage<Row>, save: SaveRows<Row>): Promise<void> {
    const { signal } = (current.current = new AbortController());
    setHasFailed(false);
    setLoaded(0);
    try {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await fetchPage(cursor, signal);
        if (signal.aborted) return;
        rows.push(...page.items.slice(0, MAX_FILE_ROWS - rows.length));
        cursor = page.nextCursor;
        setLoaded(rows.length);
      } while (cursor !== undefined && rows.length < MAX_FILE_ROWS);
      await save(rows);
    } catch (failure) {
      if (signal.aborted) return;
      fail(failure);
    }
    setLoaded(undefined);
  }

  return { loaded, hasFailed, load, cancel, fail };
}
