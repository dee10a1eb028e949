/** The figures of a chart as a table, newest last, scrolling within the chart's height. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { t } from '@/messages/en/ui_charts';
import { formatPointName, type ChartProps } from './chartTypes';

export function ChartTable({ label, axis, series, format, height }: ChartProps) {
  return (
    <Box
      role="region"
      aria-label={t('asATable', { label })}
      // A scrolling box must be reachable by keyboard.
      tabIndex={0}
      sx={{ maxHeight: height, overflow: 'auto', '@media print': { maxHeight: 'none' } }}
    >
      <Table
        stickyHeader
        size="small"
        aria-label={label}
        sx={{
          '& th, & td': { px: { xs: 1.5, sm: 3 }, whiteSpace: 'nowrap' },
          // The first column stays visible when the values scroll sideways.
          '& th:first-of-type': { position: 'sticky', left: 0, pr: 3, bgcolor: 'background.paper' },
          '& thead th:first-of-type': { zIndex: 3 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{axis.heading}</TableCell>
            {series.map(({ name }) => (
              <TableCell key={name} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {axis.points.map((point, index) => (
            <TableRow key={point}>
              <TableCell component="th" scope="row">
                {formatPointName(axis, point)}
              </TableCell>
              {series.map(({ name, values }) => (
                <TableCell key={name} align="right">
                  {formatCellValue(values[index], format)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function formatCellValue(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value);
}
