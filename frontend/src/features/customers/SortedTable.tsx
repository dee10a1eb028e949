/** A table with sortable, sticky headings. A row's explanation opens below it, across all columns. */
import Table from '@mui/material/Table';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { TableShapeProps } from '@/ui/DataTable';
import { TableRows } from '@/ui/TableRows';
import type { PatternTableProps } from './PatternTable';
import type { Pattern } from './queries';
import { SortHeading } from './SortHeading';

type SortedTableProps = Omit<TableShapeProps<Pattern>, 'columns'> &
  Pick<PatternTableProps, 'columns' | 'sort' | 'onSort'>;

/** Height of the app's header, in CSS pixels: the headings stop below it. */
const HEADER = 61;

export function SortedTable(props: SortedTableProps) {
  const { label, columns, sort, onSort } = props;
  return (
    <Table
      aria-label={label}
      // The last column starts next to right-aligned figures and needs a gap.
      sx={{ '& tr > :last-of-type:not(:first-of-type)': { pl: 8 } }}
    >
      <TableHead sx={{ position: 'sticky', top: HEADER, zIndex: 1 }}>
        <TableRow>
          {columns.map((column) => (
            <SortHeading key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </TableRow>
      </TableHead>
      <TableRows {...props} />
    </Table>
  );
}
