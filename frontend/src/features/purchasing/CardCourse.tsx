/** The last 12 whole months of one figure of the dashboard. Nothing while it is loading, or if it fails. */
import { useQuery } from '@tanstack/react-query';
import { metricQuery, readRows, type MetricQuery } from '@/api/metricQueries';
import { Sparkline } from '@/ui/Sparkline';

/** One query for all cards. The first and the last month are parts of months. */
const MONTHS: MetricQuery = {
  dataset: 'purchases',
  measures: ['spend', 'avg_order_value', 'on_time_rate', 'suppliers'],
  dimensions: ['month'],
  period: { preset: 'last_12_months' },
  limit: 200,
};

export function CardCourse({ measure }: { measure: string }) {
  const { data } = useQuery(metricQuery(MONTHS));
  if (!data) return null;
  const { incomplete } = data.data;
  const values = readRows(data.data)
    .filter(({ month }) => typeof month === 'string' && !incomplete.includes(month))
    .map((row) => row[measure])
    .filter((value) => typeof value === 'number');
  return <Sparkline values={values} />;
}
