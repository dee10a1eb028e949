/** The last 12 whole months of one figure of the dashboard, and the way to its question in Explore. */
import { useQuery } from '@tanstack/react-query';
import { metricQuery, readRows, type MetricQuery } from '@/api/metricQueries';
import { explorePath } from '@/lib/exploreQuestion';
import { ExploreLink } from '@/ui/ExploreLink';
import { Sparkline } from '@/ui/Sparkline';

/** One query for all cards. The first and the last month are parts of months. */
const MONTHS: MetricQuery = {
  dataset: 'purchases',
  measures: ['spend', 'avg_order_value', 'on_time_rate', 'suppliers'],
  dimensions: ['month'],
  period: { preset: 'last_12_months' },
  limit: 200,
};

interface CardCourseProps {
  measure: string;
  /** The name of the figure. */
  label: string;
}

export function CardCourse({ measure, label }: CardCourseProps) {
  const { data } = useQuery(metricQuery(MONTHS));
  const link = explorePath({
    dataset: MONTHS.dataset,
    measures: [measure],
    by: ['month'],
    compare: 'previous_year',
  });
  const incomplete = data?.data.incomplete ?? [];
  const values = (data ? readRows(data.data) : [])
    .filter(({ month }) => typeof month === 'string' && !incomplete.includes(month))
    .map((row) => row[measure])
    .filter((value) => typeof value === 'number');
  return (
    <ExploreLink to={link} label={label}>
      <Sparkline values={values} />
    </ExploreLink>
  );
}
