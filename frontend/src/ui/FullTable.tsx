/** The rows as a table; a row's explanation opens below it, across all columns. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { TableShapeProps } from './DataTable';
import { TableRows } from './TableRows';

export function FullTable<Row>(props: TableShapeProps<Row>) {
  const { label, columns } = props;
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.heading} align={column.numeric ? 'right' : 'left'}>
                {column.heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableRows {...props} />
      </Table>
    </Box>
  );
}
