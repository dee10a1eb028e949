/** The chart of an answer, of the kind that was chosen. */
import { BarChart } from '@/ui/charts/BarChart';
import { LineChart } from '@/ui/charts/LineChart';
import type { AnswerChart } from './answerChart';
import { HeatMap } from './HeatMap';

interface MetricChartProps {
  chart: AnswerChart;
  /** Opens the rows of a point. */
  onOpen?: (point: string) => void;
}

export function MetricChart({ chart, onOpen }: MetricChartProps) {
  const open = onOpen && { onOpen };
  if (chart.kind === 'heat') return <HeatMap {...chart.props} {...open} />;
  if (chart.kind === 'line') return <LineChart {...chart.props} {...open} />;
  return <BarChart {...chart.props} stacked={chart.kind === 'stacked'} {...open} />;
}
