/** The expected orders of the coming weeks, with the 80% interval and the weekly mean. */
import { formatPercentOneDecimal, formatPercent } from '@/lib/format';
import { formatShortPeriod, formatPeriod } from '@/lib/periodFormat';
import { t } from '@/messages/en/customers';
import { RangeChart } from '@/ui/charts/RangeChart';
import type { NeedsWeek } from './queries';

/** Height of the chart, in CSS pixels. */
const HEIGHT = 300;

export function NeedsOverTime({ weeks }: { weeks: readonly NeedsWeek[] }) {
  return (
    <RangeChart
      label={t('predictedNeedsOverTime')}
      unit={t('expectedOrdersPerWeekAsOf')}
      axis={{
        heading: t('week'),
        points: weeks.map(({ week }) => week),
        tick: formatShortPeriod,
        name: (week) => `${formatPeriod(week)} (${week})`,
      }}
      tone="green"
      expected={{ name: t('expected'), values: weeks.map(({ percentage }) => percentage) }}
      low={{ name: t('low80'), values: weeks.map(({ low80 }) => low80) }}
      high={{ name: t('high80'), values: weeks.map(({ high80 }) => high80) }}
      reference={{ value: 100, label: t('averageWeek') }}
      format={formatPercentOneDecimal}
      tickFormat={formatPercent}
      height={HEIGHT}
    />
  );
}
