/** A column heading as a sort button. An arrow and `aria-sort` show the direction. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import { ArrowDownIcon, ArrowUpIcon } from '@/ui/arrowIcons';
import { nextSort, type Sort } from './patternSort';
import type { PatternColumn } from './patternColumns';

interface SortHeadingProps {
  column: PatternColumn;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

export function SortHeading({ column, sort, onSort }: SortHeadingProps) {
  const active = sort?.by === column.key;
  const descending = active && sort.descending;
  const Arrow = descending ? ArrowDownIcon : ArrowUpIcon;
  const direction = descending ? 'descending' : 'ascending';
  return (
    <TableCell align={column.numeric ? 'right' : 'left'} {...(active && { 'aria-sort': direction })}>
      <Box
        component="button"
        type="button"
        onClick={() => onSort(nextSort(sort, column.key))}
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
    </TableCell>
  );
}
