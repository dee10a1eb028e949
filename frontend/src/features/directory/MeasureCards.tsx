/** Up to four figures of a record over the last 12 months, each with its change. */
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/api/errors';
import { explorePath } from '@/lib/exploreQuestion';
import { formatSigned, formatSignedPercent } from '@/lib/format';
import { t } from '@/messages/en/directory';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { ExploreLink } from '@/ui/ExploreLink';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { StatCard } from '@/ui/StatCard';
import {
  formatMeasure,
  metricQuery,
  readRows,
  type MetricAnswer,
  type MetricQuery,
  type MetricRow,
} from '@/api/metricQueries';

interface MeasureCardsProps {
  query: MetricQuery;
  /** The name and unit of each measure of the query. */
  labels: Readonly<Record<string, readonly [label: string, unit: string]>>;
}

const CARD_HEIGHT = 149;

export function MeasureCards({ query: body, labels }: MeasureCardsProps) {
  const { data, error, isFetching, isRefetchError, dataUpdatedAt, refetch } = useQuery(metricQuery(body));
  if (error && !data) {
    const failure = errorText(error, t('couldntLoadTheFigures'));
    return <ErrorAlert {...failure} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const row = data && (readRows(data.data)[0] ?? {});
  return (
    <Box>
      <Box sx={gridStyles}>
        {Object.entries(labels).map(([id, [label, unit]]) =>
          data && row ? (
            <StatCard
              key={id}
              label={label}
              value={formatMeasure(data.data, row, id) ?? '–'}
              unit={unit}
              change={describeChange(data.data, row, id)}
              trend={trendOf(data.data, row, id)}
              course={<ExploreLink to={monthsPath(body, id)} label={label} />}
              badges={data.meta?.sample ? <SampleBadge /> : undefined}
            />
          ) : (
            <LoadingPlaceholder key={id} label={t('isLoading', { title: label })} height={CARD_HEIGHT} />
          ),
        )}
      </Box>
      {isRefetchError && data && <StaleBadge since={dataUpdatedAt} />}
    </Box>
  );
}

/** The change against the year before: in percent, for rates in percentage points. */
function describeChange(answer: MetricAnswer, row: MetricRow, id: string): string | undefined {
  const isRate = answer.columns.some((column) => column.id === id && column.kind === 'percent');
  const change = row[isRate ? `${id}.change` : `${id}.change_percent`];
  if (typeof change !== 'number') return undefined;
  const text = isRate ? t('pp', { points: formatSigned(change) }) : formatSignedPercent(change);
  return t('vsPrevious12Months', { change: text });
}

/** The direction of the change. Only for rates of success it is good or bad. */
function trendOf(answer: MetricAnswer, row: MetricRow, id: string) {
  const isRate = answer.columns.some((column) => column.id === id && column.kind === 'percent');
  const change = row[isRate ? `${id}.change` : `${id}.change_percent`];
  if (typeof change !== 'number' || change === 0) return undefined;
  return { isUp: change > 0 };
}

/** The measure by month, beside the year before. */
const monthsPath = ({ dataset, filters }: MetricQuery, measure: string): string =>
  explorePath({ dataset, measures: [measure], by: ['month'], filters, compare: 'previous_year' });

const gridStyles = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
};
