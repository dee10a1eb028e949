/** One row of the table. Its explanation opens below it, across all columns. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { memo, type ReactNode } from 'react';
import { DetailButton } from '../DetailButton';
import { isSameRow, RowSelect, type RowProps } from './rowProps';

export const BodyRow = memo(BodyRowView, isSameRow) as typeof BodyRowView;

function BodyRowView<Row>({ measure, ...props }: RowProps<Row>) {
  const { columns, item, detailLabel, isOpen, rowHeaders, selectName, index } = props;
  return (
    <TableRow
      ref={measure}
      data-index={index}
      // The heading is row 1.
      aria-rowindex={index === undefined ? undefined : index + 2}
      selected={props.isSelected}
    >
      {columns.map((column, place) => (
        <TableCell
          key={column.id}
          align={column.numeric ? 'right' : 'left'}
          {...(rowHeaders && place === 0 && { component: 'th', scope: 'row' })}
          sx={{ whiteSpace: column.noWrap ? 'nowrap' : undefined }}
        >
          {place === 0 && (detailLabel ?? selectName) !== undefined ? (
            <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
              {selectName !== undefined && <RowSelect {...props} />}
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>{column.render(item.row)}</Box>
              {detailLabel !== undefined && (
                <DetailButton
                  label={detailLabel}
                  rowName={props.detailName ?? ''}
                  open={isOpen}
                  onToggle={() => props.onToggleDetail(item.key)}
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

interface DetailRowProps extends Pick<RowProps<never>, 'index' | 'measure'> {
  /** The number of columns. */
  span: number;
  children: ReactNode;
}

export function DetailRow({ span, index, measure, children }: DetailRowProps) {
  return (
    <TableRow ref={measure} data-index={index}>
      <TableCell colSpan={span}>{children}</TableCell>
    </TableRow>
  );
}
