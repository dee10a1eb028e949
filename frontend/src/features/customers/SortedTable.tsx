/** A table whose headings sort it and stay in sight; a row's explanation opens below it, across all columns. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import type { TableShapeProps } from '@/ui/DataTable';
import { DetailButton } from '@/ui/DetailButton';
import type { PatternTableProps } from './PatternTable';
import type { Pattern } from './queries';
import { SortHeading } from './SortHeading';

type SortedTableProps = Omit<TableShapeProps<Pattern>, 'columns'> &
  Pick<PatternTableProps, 'columns' | 'sort' | 'onSort'>;

/** Height of the app's header, in CSS pixels: the headings stop below it. */
const HEADER = 61;

export function SortedTable(props: SortedTableProps) {
  const { label, columns, rows, rowKey, detail, openKey, onToggle, sort, onSort } = props;
  return (
    <Table
      aria-label={label}
      // The last column starts beside the right-aligned figures: it keeps its distance.
      sx={{ '& tr > :last-of-type:not(:first-of-type)': { pl: 8 } }}
    >
      <TableHead sx={{ position: 'sticky', top: HEADER, zIndex: 1 }}>
        <TableRow>
          {columns.map((column) => (
            <SortHeading key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </TableRow>
      </TableHead>
      <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {rows.map((row, place) => {
          const key = rowKey(row, place);
          const open = openKey === key;
          return (
            <Fragment key={key}>
              <TableRow>
                {columns.map((column, index) => (
                  <TableCell key={column.key} align={column.numeric ? 'right' : 'left'}>
                    {detail && index === 0 ? (
                      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3 }}>
                        {column.show(row)}
                        <DetailButton
                          label={detail.label}
                          of={detail.of(row)}
                          open={open}
                          onToggle={() => onToggle(key)}
                        />
                      </Box>
                    ) : (
                      column.show(row)
                    )}
                  </TableCell>
                ))}
              </TableRow>
              {detail && open && (
                <TableRow>
                  <TableCell colSpan={columns.length}>{detail.show(row)}</TableCell>
                </TableRow>
              )}
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}
