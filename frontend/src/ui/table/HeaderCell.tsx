/** A column heading: sorts on a press and resizes by its right edge. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import type { PointerEvent, ReactNode } from 'react';
import { ArrowDownIcon, ArrowUpIcon } from '../arrowIcons';
import { nextSort, type Sort } from './tableParams';
import type { Column } from './tableTypes';

interface HeaderCellProps<Row> {
  column: Column<Row>;
  /** Undefined where the table can't be sorted. */
  onSort: ((sort: Sort | undefined) => void) | undefined;
  sort: Sort | undefined;
  /** In CSS pixels; undefined for the width of the content. */
  width: number | undefined;
  /** Undefined where the width is not stored. */
  onResize: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  /** The checkbox of all rows. */
  checkbox?: ReactNode;
}

export function HeaderCell<Row>({ column, onSort, sort, width, onResize, checkbox }: HeaderCellProps<Row>) {
  const active = sort?.by === column.id;
  return (
    <TableCell
      align={column.numeric ? 'right' : 'left'}
      data-column={column.id}
      style={{ width }}
      {...(active && { 'aria-sort': sort.descending ? 'descending' : 'ascending' })}
      {...(checkbox !== undefined && { 'aria-label': column.heading })}
      sx={{ position: 'relative', '&:hover .resize, &:focus-within .resize': { opacity: 1 } }}
    >
      {checkbox !== undefined && (
        <Box component="span" sx={{ marginInlineEnd: 3 }}>
          {checkbox}
        </Box>
      )}
      {onSort !== undefined && column.value !== undefined ? (
        <SortButton column={column} sort={sort} onSort={onSort} />
      ) : (
        column.heading
      )}
      {onResize && (
        <Box aria-hidden className="resize screen-only" onPointerDown={onResize} sx={handleStyles} />
      )}
    </TableCell>
  );
}

interface SortButtonProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const active = sort?.by === column.id;
  const Arrow = active && sort.descending ? ArrowDownIcon : ArrowUpIcon;
  return (
    <Box
      component="button"
      type="button"
      onClick={() => onSort(nextSort(sort, column))}
      sx={{
        display: 'inline-flex',
        flexDirection: column.numeric ? 'row-reverse' : 'row',
        alignItems: 'center',
        verticalAlign: 'middle',
        gap: 1,
        minHeight: 28,
        p: 0,
        border: 0,
        font: 'inherit',
        color: active ? 'text.primary' : 'inherit',
        bgcolor: 'transparent',
        cursor: 'pointer',
        '&:hover': { color: 'text.primary' },
        '& svg': { fontSize: 14, visibility: active ? 'visible' : 'hidden' },
        '&:hover svg, &:focus-visible svg': { visibility: 'visible' },
      }}
    >
      {column.heading}
      <Arrow aria-hidden />
    </Box>
  );
}

const handleStyles = {
  position: 'absolute',
  top: 6,
  bottom: 6,
  insetInlineEnd: 0,
  width: 8,
  borderInlineEnd: '2px solid',
  borderColor: 'outline',
  cursor: 'col-resize',
  touchAction: 'none',
  opacity: 0,
} as const;
