/** A measure of a record by month, beside the year before. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { explorePath, writeMonth } from '@/lib/exploreQuestion';
import { formatCompact, formatMoney } from '@/lib/format';
import { formatPeriod, formatShortPeriod } from '@/lib/periodFormat';
import { t } from '@/messages/en/directory';
import { BarChart } from '@/ui/charts/BarChart';
import { EmptyState } from '@/ui/EmptyState';
import { metricQuery, type MetricQuery } from '@/api/metricQueries';
import { historyPeriod, readHistory } from './monthlyHistory';
import { QueryPanel } from './QueryPanel';

const HEIGHT = 240;

interface HistoryPanelProps {
  title: string;
  /** The measure, filters and dataset. */
  query: MetricQuery;
  /** ISO date of the figures. */
  asOf: string;
}

export function HistoryPanel({ title, query, asOf }: HistoryPanelProps) {
  const navigate = useNavigate();
  const [measure = ''] = query.measures;
  const body = { ...query, dimensions: ['month'], period: historyPeriod(asOf), limit: 200 };
  const answer = useQuery(metricQuery(body));
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
