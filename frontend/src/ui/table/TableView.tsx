/** The table: toolbar, rows as a table or as cards, totals, and the rest of a long list on demand. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { formatCount } from '@/lib/format';
import { usePreferences } from '@/lib/usePreferences';

import { t } from '@/messages/en/ui_table';
import { EmptyState } from '../EmptyState';
import { ErrorAlert } from '../ErrorAlert';
import { LANDSCAPE } from '../printedPage';
import { useIsNarrow } from '../useIsNarrow';
import { moveByArrowKeys } from './arrowKeys';
import { ExportButton } from './ExportButton';
import { HeaderCell } from './HeaderCell';
import { RowCheckbox } from './RowCheckbox';
import { SortSelect } from './SortSelect';
import { MAX_PLAIN_CARDS, MAX_PLAIN_ROWS, MAX_PRINTED_ROWS, maxPlainCards } from './rowLimits';
import { orderColumns, isFixed, useDensity, useTableLayout } from './tableLayout';
import { useTableModel } from './tableModel';
import { preloadVirtualRows, TableCards, TableRows, type TableRowsProps } from './TableRows';
import { tableStyles } from './tableStyles';
import type { TableOptions as Options } from './TableOptions';
import { SelectionBar, TableToolbar } from './TableToolbar';
import type { Column, DataTableProps } from './tableTypes';
import { useColumnWidths } from './useColumnWidths';
import { useOverflows } from './useOverflows';
import { usePrinting } from './usePrinting';
import { MAX_FILE_ROWS, useFileRows } from './useFileRows';
import { useTableParams } from './useTableParams';

const TableOptions = lazy(async () => ({
  default: (await import('./TableOptions')).TableOptions,
})) as unknown as typeof Options;

/** The search appears above this number of rows, and the rows scroll in a box. */
const LONG_TABLE = 20;
/** Options appear above this number of rows. */
const SHORT_TABLE = 8;
/** A printed page in portrait has space for this number of columns. */
const PORTRAIT_COLUMNS = 9;
/** Cards replace the table below this width, in CSS pixels. */
const CARDS_BELOW = 600;

export function TableView<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, id, isMain = false, more, server, selection, detail, dense = false } = props;
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [optionsOpen, setOptionsOpen] = useState(false);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // All rows are here without a next page.
  const pageFetcher = more && props.fetchPage;
  const total = server?.total ?? (more && props.total);
  const overflows = useOverflows(container);
  const printing = usePrinting();
  // Paper has space for a table.
  const narrow = useIsNarrow(props.cardsBelow ?? CARDS_BELOW) && !printing;
  const params = useTableParams(
    id === undefined ? undefined : isMain ? '' : `${id}-`,
    columns.map((column) => column.id),
  );
  const [layout, setLayout] = useTableLayout(id);
  const [density] = useDensity();
  const { onResize, onWiden } = useColumnWidths(container, layout, setLayout);
  const { matching, toggle } = useTableModel(props, params);
  const fileRows = useFileRows<Row>();
  const preferences = usePreferences();
  const toggleDetail = useCallback(
    (key: string) => setOpenKey((current) => (current === key ? null : key)),
    [],
  );

  const ordered = orderColumns(
    columns.filter(({ fileOnly, screenOnly }) => !fileOnly && !(printing && screenOnly)),
    layout.order,
  );
  const isVisible = (column: Column<Row>) =>
    isFixed(column, ordered.indexOf(column)) || (layout.visible[column.id] ?? column.optional !== true);
  const visible = ordered.filter(isVisible);

  const first = (narrow ? props.initialCards : undefined) ?? props.initialRows ?? Infinity;
  const limit = printing ? MAX_PRINTED_ROWS : Infinity;
  const shown = matching.slice(0, Math.min(params.all || printing ? Infinity : first, limit));
  const isFiltered = params.search !== '' || params.filters.length > 0;
  const whole = more === undefined && server === undefined;
  const canSearch =
    id !== undefined &&
    (server !== undefined || (whole && (rows.length > LONG_TABLE || params.search !== '')));
  const hasOptions = id !== undefined && (rows.length > SHORT_TABLE || params.filters.length > 0);
  const selectedRows = matching.filter(({ key }) => selection?.selected.has(key)).map(({ row }) => row);
  const maxPlainRows = props.hasControls ? MAX_PLAIN_CARDS : MAX_PLAIN_ROWS;
  const maxPlain = narrow ? maxPlainCards(visible.length) : maxPlainRows;
  const virtual = !printing && shown.length > maxPlain;
  const scrolls =
    !printing && (props.maxHeight !== undefined || virtual || (shown.length > LONG_TABLE && !dense));
  const onSort = whole || server ? params.setSort : undefined;
  const sortsBy = (columnId: string) => server?.sortable.includes(columnId) ?? true;

  const rowsProps: TableRowsProps<Row> = {
    columns: visible,
    items: shown,
    detail,
    openKey,
    onToggleDetail: toggleDetail,
    selection,
    onSelect: toggle,
    rowHeaders: props.rowHeaders,
    virtual,
    container,
    preferences,
  };
  const isLong = rows.length > maxPlain;
  useEffect(() => {
    if (isLong) preloadVirtualRows();
  }, [isLong]);

  return (
    <>
      <TableToolbar
        table={props}
        params={params}
        canSearch={canSearch}
        onOpenOptions={hasOptions ? () => setOptionsOpen(true) : undefined}
        exporting={
          props.fileName !== undefined && (
            <ExportButton
              rows={matching.length}
              isPaged={pageFetcher !== undefined}
              total={total}
              loaded={fileRows.loaded}
              onExport={exportRows}
              onCancel={fileRows.cancel}
            />
          )
        }
      />
      {fileRows.hasFailed && <ErrorAlert message={t('couldntLoadAllRows')} />}
      {selection?.actions && selectedRows.length > 0 && (
        <SelectionBar
          rows={selectedRows}
          actions={selection.actions}
          onClear={() => selection.onChange(new Set())}
        />
      )}
      {(props.describe !== undefined || (id !== undefined && shown.length < (total ?? rows.length))) && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {props.describe?.(shown.length, matching.length) ??
            t('showingOf', {
              shown: formatCount(shown.length),
              matching: formatCount(total ?? rows.length),
            })}
        </Typography>
      )}
      {matching.length === 0 && isFiltered ? noMatches() : narrow ? cards() : table()}
      {(matching.length > first || more) && (
        // The text of the first button begins where the rows do.
        <Box
          className="screen-only"
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3, marginInlineStart: -2 }}
        >
          {matching.length > first && (
            <Button onClick={() => params.setAll(!params.all)}>
              {params.all
                ? t('showTheFirst', { rows: formatCount(first) })
                : t('showAll', { rows: formatCount(matching.length) })}
            </Button>
          )}
          {more && (
            <Button onClick={more.onLoad} disabled={more.loading}>
              {more.label}
            </Button>
          )}
        </Box>
      )}
      {optionsOpen && (
        <Suspense>
          <TableOptions
            label={label}
            columns={ordered}
            rows={rows}
            isVisible={isVisible}
            params={params}
            canFilter={whole}
            layout={layout}
            onLayout={setLayout}
            onWiden={onWiden}
            onClose={() => setOptionsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );

  function exportRows() {
    void fileRows.save(
      matching.map(({ row }) => row),
      pageFetcher && { fetchPage: pageFetcher, maxRows: total === undefined ? Infinity : MAX_FILE_ROWS },
      save,
    );
  }

  async function save(saved: readonly Row[]) {
    const { fileName: name = label, asOf } = props;
    const { search, filters } = params;
    const { saveTable } = await import('./saveTable');
    const shown = [...visible, ...columns.filter(({ fileOnly }) => fileOnly)];
    saveTable({ name, asOf, search, filters }, shown, saved);
  }

  function noMatches() {
    return (
      <EmptyState
        action={
          <Button variant="outlined" size="small" onClick={params.clear}>
            {params.filters.length > 0 ? t('clearFilters') : t('clearSearch')}
          </Button>
        }
      >
        {props.emptyText ?? t('noMatchingRows')}
      </EmptyState>
    );
  }

  function cards() {
    const totals = visible.filter(({ total }) => total !== undefined);
    return (
      <>
        {onSort && rows.length > SHORT_TABLE && id !== undefined && (
          <Box className="screen-only" sx={{ mb: 3 }}>
            <SortSelect
              columns={visible.filter((column) => sortsBy(column.id))}
              rows={rows}
              sort={params.sort}
              onSort={onSort}
              defaultOrder={props.defaultOrder}
            />
          </Box>
        )}
        <Box ref={setContainer}>
          <Box
            component="ul"
            aria-label={label}
            onKeyDown={moveByArrowKeys}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            <TableCards {...rowsProps} />
          </Box>
        </Box>
        {totals.map((column) => (
          <Typography key={column.id} sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
            {column.heading}, {t('total')}: {column.total?.(matching.map(({ row }) => row))}
          </Typography>
        ))}
      </>
    );
  }

  function table() {
    const width = visible.reduce((sum, column) => sum + (layout.widths[column.id] ?? 0), 0);
    return (
      <Box
        ref={setContainer}
        aria-busy={server?.loading}
        {...((scrolls || overflows) && { role: 'group', 'aria-label': label, tabIndex: 0 })}
        onKeyDown={moveByArrowKeys}
        sx={{
          // Contains hidden texts, which are positioned and would widen the page.
          position: 'relative',
          overflow: 'auto',
          maxHeight: scrolls ? (props.maxHeight ?? 'min(72vh, 900px)') : undefined,
          '@media print': {
            maxHeight: 'none',
            overflow: 'visible',
            page: visible.length > PORTRAIT_COLUMNS ? LANDSCAPE : undefined,
          },
        }}
      >
        <Table
          aria-label={label}
          aria-rowcount={virtual ? shown.length + 1 : undefined}
          size={dense || density === 'compact' ? 'small' : 'medium'}
          stickyHeader={scrolls}
          sx={tableStyles({ dense, compact: density === 'compact', width })}
        >
          <TableHead>
            <TableRow>
              {visible.map((column, index) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  sort={onSort && params.sort}
                  onSort={(rows.length > 1 || server) && !dense && sortsBy(column.id) ? onSort : undefined}
                  width={layout.widths[column.id]}
                  onResize={id === undefined ? undefined : onResize(column.id)}
                  checkbox={index === 0 && selection ? selectAll() : undefined}
                />
              ))}
            </TableRow>
          </TableHead>
          <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <TableRows {...rowsProps} />
          </TableBody>
          {visible.some(({ total }) => total !== undefined) && matching.length > 1 && (
            <TableFooter>
              <TableRow>
                {visible.map((column, index) => (
                  <TableCell key={column.id} align={column.numeric ? 'right' : 'left'}>
                    {index === 0 ? t('total') : column.total?.(matching.map(({ row }) => row))}
                  </TableCell>
                ))}
              </TableRow>
            </TableFooter>
          )}
        </Table>
      </Box>
    );
  }

  function selectAll() {
    const every = selectedRows.length === matching.length && matching.length > 0;
    return (
      <RowCheckbox
        label={t('selectAllRows')}
        checked={every}
        mixed={!every && selectedRows.length > 0}
        onChange={() => selection?.onChange(new Set(every ? [] : matching.map(({ key }) => key)))}
      />
    );
  }
}
