/** The body of a table; a row's explanation opens below it, across all columns. */
import Box from '@mui/material/Box';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import type { TableShapeProps } from './DataTable';
import { DetailButton } from './DetailButton';

export function TableRows<Row>(props: Omit<TableShapeProps<Row>, 'label'>) {
  const { columns, rows, rowKey, detail, openKey, onToggle } = props;
  return (
    <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {rows.map((row, place) => {
        const key = rowKey(row, place);
        const open = openKey === key;
        return (
          <Fragment key={key}>
            <TableRow>
              {columns.map((column, index) => (
                <TableCell
                  key={column.heading}
                  align={column.numeric ? 'right' : 'left'}
                  sx={{ whiteSpace: column.noWrap ? 'nowrap' : undefined }}
                >
                  {detail && index === 0 ? (
                    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3 }}>
                      {column.render(row)}
                      <DetailButton
                        label={detail.label}
                        rowName={detail.rowName(row)}
                        open={open}
                        onToggle={() => onToggle(key)}
                      />
                    </Box>
                  ) : (
                    column.render(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
            {detail && open && (
              <TableRow>
                <TableCell colSpan={columns.length}>{detail.render(row)}</TableCell>
              </TableRow>
            )}
          </Fragment>
        );
      })}
    </TableBody>
  );
}
