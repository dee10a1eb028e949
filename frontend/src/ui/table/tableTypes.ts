/** The props of the table component. */
import type { ReactNode } from 'react';

/** What a cell sorts, filters and exports by. Undefined where there is none: such rows sort last. */
export type CellValue = string | number | undefined;

/** One column: its heading and how it shows a row. */
export interface Column<Row> {
  /** Names the column in the URL and in the stored layout. */
  id: string;
  heading: string;
  /** Numbers are right-aligned. */
  numeric?: boolean;
  /** A short text that never wraps. */
  noWrap?: boolean;
  render: (row: Row) => ReactNode;
  /** Makes the column sortable and filterable. A number, an ISO date or a text. */
  value?: (row: Row) => CellValue;
  /** Labels of the ascending and the descending order. */
  sortLabels?: readonly [ascending: string, descending: string];
  /** The first press sorts in descending order. */
  descendingFirst?: boolean;
  /** The column is always shown, at its place. */
  fixed?: boolean;
  /** The column is hidden until the user chooses it. */
  optional?: boolean;
  /** The column is only in the CSV file. */
  fileOnly?: boolean;
  /** Buttons, which are not in the CSV file. */
  screenOnly?: boolean;
  /** On a card, the column follows the title. */
  leadsCard?: boolean;
  /** Sentences: on a card, they have a line of their own. */
  prose?: boolean;
  /** The total of the rows shown. */
  total?: (rows: readonly Row[]) => string;
}

/** The expandable details of a row. */
export interface Detail<Row> {
  /** The label of the button, for example `Why?`. */
  label: string;
  /** The row's name, which makes each button's label unique. */
  rowName: (row: Row) => string;
  render: (row: Row) => ReactNode;
}

/** Rows that the user selects. */
export interface Selection<Row> {
  /** Keys of the selected rows. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** Names a row's checkbox. */
  rowName: (row: Row) => string;
  /** Buttons for the selected rows. */
  actions?: (rows: readonly Row[]) => ReactNode;
}

/** The rest of a list that the server pages. While it exists, the table sorts and filters nothing. */
export interface MoreRows {
  label: string;
  onLoad: () => void;
  loading: boolean;
}

/** A list that the server sorts and searches, because not all rows are loaded. */
export interface ServerRows {
  /** IDs of the columns that the server sorts by. */
  sortable: readonly string[];
  /** The number of matching rows on all pages. */
  total: number;
  /** A new order or search is loading; the old rows are still shown. */
  loading: boolean;
}

/** Fetches a page of all rows in the order of the table: the first one without a cursor. */
export type FetchPage<Row> = (
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<{ items: readonly Row[]; nextCursor?: string }>;

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The key of a row, by content or index. */
  rowKey: (row: Row, index: number) => string;
  detail?: Detail<Row>;
  /** Names the stored layout and the URL parameters. Without it, there is no toolbar. */
  id?: string;
  /** The page's main table has URL parameters without a prefix. */
  isMain?: boolean;
  /** Rows become cards below this width, in CSS pixels. 0: never. */
  cardsBelow?: number;
  /** Rows shown until the user asks for all of them. */
  initialRows?: number;
  /** The same for cards, which are taller. */
  initialCards?: number;
  search?: { label: string; placeholder?: string };
  /** Buttons next to those of the table. */
  actions?: ReactNode;
  /** The order without a chosen column. */
  defaultOrder?: string;
  /** The text without matching rows. */
  emptyText?: string;
  /** How many of the matching rows are shown. */
  describe?: (shown: number, matching: number) => string;
  /** The name of the CSV file without extension. As-of day and filters are appended. */
  fileName?: string;
  /** An ISO date, for the name of the CSV file. */
  asOf?: string | undefined;
  selection?: Selection<Row> | undefined;
  more?: MoreRows | undefined;
  /** With it, the CSV file has the rows of all pages. Without it, the file has those that are loaded. */
  fetchPage?: FetchPage<Row> | undefined;
  /** The number of rows on all pages, if it is known. `server` has its own. */
  total?: number | undefined;
  /** The parent reads the order and the search from the URL with `useServerOrder`. */
  server?: ServerRows | undefined;
  /** For tables inside a message or a chart: small, and without lines between figures. */
  dense?: boolean;
  /** The first column heads its row. */
  rowHeaders?: boolean;
  /** Rows have fields or buttons besides a checkbox. */
  hasControls?: boolean;
  /** Maximum height in CSS pixels, above which the rows scroll. */
  maxHeight?: number;
}
