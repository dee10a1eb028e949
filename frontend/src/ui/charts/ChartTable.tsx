/** The figures of a chart as a table, newest last, scrolling within the chart's height. */
import { DataTable, type Column } from '../DataTable';
import { formatPointName, type ChartProps } from './chartTypes';

export function ChartTable({ label, axis, series, format, height = CHART_HEIGHT }: ChartProps) {
  const columns: Column<number>[] = [
    {
      id: 'point',
      heading: axis.heading,
      noWrap: true,
      render: (index) => formatPointName(axis, axis.points[index] ?? ''),
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
