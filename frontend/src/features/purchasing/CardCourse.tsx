/** The last 12 whole months of one figure of the dashboard, and the way to its question in Explore. */
import { useQuery } from '@tanstack/react-query';
import { metricQuery, readRows } from '@/api/metricQueries';
import { monthBefore, monthlyQuery } from '@/api/monthlyHistory';
import { explorePath } from '@/lib/exploreQuestion';
import { ExploreLink } from '@/ui/ExploreLink';
import { Sparkline } from '@/ui/Sparkline';
import { purchaseMeasures } from './purchaseMeasures';

interface CardCourseProps {
  measure: string;
  /** The name of the figure. */
  label: string;
  /** ISO date of the figures. */
  asOf: string;
}

export function CardCourse({ measure, label, asOf }: CardCourseProps) {
  const { data } = useQuery(metricQuery(monthlyQuery(purchaseMeasures, asOf)));
  const link = explorePath({
    dataset: purchaseMeasures.dataset,
    measures: [measure],
    by: ['month'],
    compare: 'previous_year',
  });
  const first = monthBefore(asOf, 12);
  const incomplete = data?.data.incomplete ?? [];
  const values = (data ? readRows(data.data) : [])
    .filter(({ month }) => typeof month === 'string' && month >= first && !incomplete.includes(month))
    .map((row) => row[measure])
    .filter((value) => typeof value === 'number');
  return (
    <ExploreLink to={link} label={label}>
      <Sparkline values={values} />
    </ExploreLink>
  );
}
