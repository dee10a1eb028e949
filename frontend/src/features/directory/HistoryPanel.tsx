/** A measure of a record by month, beside the year before. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { metricQuery, type MetricQuery } from '@/api/metricQueries';
import { monthlyQuery, readHistory } from '@/api/monthlyHistory';
import { explorePath, writeMonth } from '@/lib/exploreQuestion';
import { formatCompact, formatMoney } from '@/lib/format';
import { formatPeriod, formatShortPeriod } from '@/lib/periodFormat';
import { t } from '@/messages/en/query_panels';
import { BarChart } from '@/ui/charts/BarChart';
import { EmptyState } from '@/ui/EmptyState';
import { QueryPanel } from './QueryPanel';

const HEIGHT = 240;

interface HistoryPanelProps {
  title: string;
  /** The measure, filters and dataset. */
  query: MetricQuery;
  /** All measures to request, for other parts of the page that use the same response. */
  requested?: MetricQuery['measures'];
  /** ISO date of the figures. */
  asOf: string;
}

export function HistoryPanel({ title, query, requested = query.measures, asOf }: HistoryPanelProps) {
  const navigate = useNavigate();
  const [measure = ''] = query.measures;
  const answer = useQuery(metricQuery(monthlyQuery({ ...query, measures: requested }, asOf)));
  return (
    <QueryPanel
      title={title}
      query={answer}
      height={HEIGHT + 44}
      emptyText={t('noLinesInTheLastTwoYears')}
      isEmpty={({ data }) => data.rows.length === 0}
    >
      {({ data }) => {
        const history = readHistory(data, measure, asOf);
        if (history === undefined) return <EmptyState>{t('noLinesInTheLastTwoYears')}</EmptyState>;
        const { months, current, previous, currency, isLastOpen } = history;
        const last = isLastOpen ? months.at(-1) : undefined;
        return (
          <BarChart
            label={title}
            height={HEIGHT}
            onOpen={(month) => void navigate(monthPath(query, month))}
            unit={currency ?? t('amount')}
            axis={{
              heading: t('month'),
              points: months,
              incomplete: last === undefined ? [] : [last],
              tick: formatShortPeriod,
              name: (month) =>
                month === last ? t('monthSoFar', { month: formatPeriod(month) }) : formatPeriod(month),
            }}
            series={[
              { name: t('last12Months'), tone: 'green', values: current },
              { name: t('yearBefore'), tone: 'slate', values: previous },
            ]}
            format={(value) => formatMoney(value, currency)}
            tickFormat={formatCompact}
          />
        );
      }}
    </QueryPanel>
  );
}

/** The items behind one month. */
const monthPath = ({ dataset, measures, filters }: MetricQuery, month: string): string =>
  explorePath({ dataset, measures, filters, by: ['item'], period: writeMonth(month) });
