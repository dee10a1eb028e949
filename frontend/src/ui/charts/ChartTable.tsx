/** The figures of a chart as a table, newest last, scrolling within the chart's height. */
import Button from '@mui/material/Button';
import { t } from '@/messages/en/ui_charts';
import { DataTable, type Column } from '../DataTable';
import { formatPointName, type ChartProps } from './chartTypes';

export function ChartTable({ label, axis, series, format, onOpen, height = CHART_HEIGHT }: ChartProps) {
  const columns: Column<number>[] = [
    {
      id: 'point',
      heading: axis.heading,
      noWrap: true,
      render: (index) => {
        const point = axis.points[index] ?? '';
        const name = formatPointName(axis, point);
        if (!onOpen) return name;
        return (
          <Button
            size="small"
            sx={{ minHeight: 24, py: 0, px: 1, marginInlineStart: -1 }}
            aria-label={t('open', { name })}
            onClick={() => onOpen(point)}
          >
            {name}
          </Button>
        );
      },
    },
    ...series.map(({ name, values }): Column<number> => {
      return {
        id: name,
        heading: name,
        numeric: true,
        noWrap: true,
        render: (index) => formatCellValue(values[index], format),
      };
    }),
  ];
  return (
    <DataTable
      dense
      rowHeaders
      label={label}
      columns={columns}
      rows={axis.points.map((_, index) => index)}
      rowKey={(index) => axis.points[index] ?? String(index)}
      cardsBelow={0}
      maxHeight={height}
    />
  );
}

/** In CSS pixels. */
const CHART_HEIGHT = 320;

function formatCellValue(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '–' : format(value);
}
