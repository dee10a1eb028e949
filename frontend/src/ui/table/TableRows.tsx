/** The rows of a table, or its cards: all of them, or those near the visible part of a long list. */
import TableCell from '@mui/material/TableCell';
import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import type { Preferences } from '@/lib/preferences';
import { BodyRow, DetailRow } from './BodyRow';
import { RowCard } from './RowCard';
import { estimateCardHeight } from './rowLimits';
import type { RowProps } from './rowProps';
import type { Item } from './tableModel';
import type { Column, Detail, Selection } from './tableTypes';

const loadVirtualRows = async () => ({ default: (await import('./VirtualRows')).VirtualRows });
const VirtualRows = lazy(loadVirtualRows);

/** Loads the code of long lists before one is shown. */
export function preloadVirtualRows(): void {
  // The same error appears again when a long list renders.
  loadVirtualRows().catch(() => undefined);
}

/** Estimated before measuring, in CSS pixels. */
const ROW_HEIGHT = 37;

export interface TableRowsProps<Row> {
  columns: readonly Column<Row>[];
  items: readonly Item<Row>[];
  detail: Detail<Row> | undefined;
  /** The row whose explanation is open. */
  openKey: string | null;
  onToggleDetail: (key: string) => void;
  selection: Selection<Row> | undefined;
  onSelect: (key: string, event: unknown) => void;
  rowHeaders: boolean | undefined;
  /** Only the rows near the visible part are in the document. */
  virtual: boolean;
  /** The element around the rows. The box that scrolls a table. */
  container: HTMLElement | null;
  preferences: Preferences;
}

function rowProps<Row>(props: TableRowsProps<Row>, item: Item<Row>): RowProps<Row> {
  const { columns, detail, openKey, onToggleDetail, selection, onSelect, rowHeaders, preferences } = props;
  return {
    columns,
    item,
    detailLabel: detail?.label,
    detailName: detail?.rowName(item.row),
    isOpen: openKey === item.key,
    onToggleDetail,
    selectName: selection?.rowName(item.row),
    isSelected: selection?.selected.has(item.key) ?? false,
    onSelect,
    rowHeaders,
    preferences,
  };
}

/** The explanation of a row, if it is open. */
function renderDetail<Row>({ detail, openKey }: TableRowsProps<Row>, item: Item<Row>): ReactNode {
  return openKey === item.key && detail?.render(item.row);
}

export function TableRows<Row>(props: TableRowsProps<Row>): ReactNode {
  const { columns, items, detail, openKey, virtual, container } = props;
  if (!virtual) {
    return items.map((item) => (
      <Fragment key={item.key}>
        <BodyRow {...rowProps(props, item)} />
        {detail && openKey === item.key && (
          <DetailRow span={columns.length}>{renderDetail(props, item)}</DetailRow>
        )}
      </Fragment>
    ));
  }
  if (container === null) return null;
  const open = detail === undefined ? -1 : items.findIndex(({ key }) => key === openKey);
  const keys = items.map(({ key }) => key);
  if (open >= 0) keys.splice(open + 1, 0, `${String(openKey)} details`);
  return (
    <Suspense>
      <VirtualRows
        container={container}
        scrolls
        keys={keys}
        rowHeight={ROW_HEIGHT}
        renderRow={(index, measure) => {
          const isDetail = open >= 0 && index === open + 1;
          const item = items[open >= 0 && index > open ? index - 1 : index];
          if (item === undefined) return null;
          return isDetail ? (
            <DetailRow span={columns.length} index={index} measure={measure}>
              {renderDetail(props, item)}
            </DetailRow>
          ) : (
            <BodyRow {...rowProps(props, item)} index={index} measure={measure} />
          );
        }}
        renderSpace={(height) => (
          <tr aria-hidden>
            <TableCell colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
          </tr>
        )}
      />
    </Suspense>
  );
}

export function TableCards<Row>(props: TableRowsProps<Row>): ReactNode {
  const { columns, items, virtual, container } = props;
  if (!virtual) {
    return items.map((item) => (
      <RowCard key={item.key} {...rowProps(props, item)}>
        {renderDetail(props, item)}
      </RowCard>
    ));
  }
  if (container === null) return null;
  return (
    <Suspense>
      <VirtualRows
        container={container}
        scrolls={false}
        keys={items.map(({ key }) => key)}
        rowHeight={estimateCardHeight(columns.length)}
        renderRow={(index, measure) => {
          const item = items[index];
          return (
            item && (
              <RowCard {...rowProps(props, item)} index={index} measure={measure}>
                {renderDetail(props, item)}
              </RowCard>
            )
          );
        }}
        renderSpace={(height) => <li aria-hidden style={{ height }} />}
      />
    </Suspense>
  );
}
