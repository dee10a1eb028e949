/** One row of the table. Its explanation opens below it, across all columns. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { DetailButton } from '../DetailButton';
import type { RowProps } from './rowProps';
import { RowSelect } from './rowProps';

interface BodyRowProps {
  /** Position among all rows, where only some are in the document. */
  index?: number;
  measure?: (row: HTMLTableRowElement | null) => void;
}

export function BodyRow<Row>({ index, measure, ...props }: RowProps<Row> & BodyRowProps) {
  const { columns, item, detail, isOpen, onToggleDetail, rowHeaders, selection } = props;
  return (
    <TableRow
      ref={measure}
      data-index={index}
      // The heading is row 1.
      aria-rowindex={index === undefined ? undefined : index + 2}
      selected={selection?.selected.has(item.key) ?? false}
    >
      {columns.map((column, place) => (
        <TableCell
          key={column.id}
          align={column.numeric ? 'right' : 'left'}
          {...(rowHeaders && place === 0 && { component: 'th', scope: 'row' })}
          sx={{ whiteSpace: column.noWrap ? 'nowrap' : undefined }}
        >
          {place === 0 && (detail || selection) ? (
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
              {selection && <RowSelect {...props} />}
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>{column.render(item.row)}</Box>
              {detail && (
                <DetailButton
                  label={detail.label}
                  rowName={detail.rowName(item.row)}
                  open={isOpen}
                  onToggle={onToggleDetail}
                />
              )}
            </Box>
          ) : (
            column.render(item.row)
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}

export function DetailRow<Row>({
  columns,
  item,
  detail,
  index,
  measure,
}: Pick<RowProps<Row>, 'columns' | 'item' | 'detail'> & BodyRowProps) {
  return (
    <TableRow ref={measure} data-index={index}>
      <TableCell colSpan={columns.length}>{detail?.render(item.row)}</TableCell>
    </TableRow>
  );
}
