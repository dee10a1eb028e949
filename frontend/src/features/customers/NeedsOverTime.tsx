/** The expected orders of the coming weeks against a mean week, inside the range that holds 4 of 5. */
import { formatPercentOneDecimal, formatPercent } from '@/lib/format';
import { formatShortPeriod, formatPeriod } from '@/lib/periodFormat';
import { RangeChart } from '@/ui/charts/RangeChart';
import type { NeedsWeek } from './queries';

/** Height of the chart, in CSS pixels. */
const HEIGHT = 300;

export function NeedsOverTime({ weeks }: { weeks: readonly NeedsWeek[] }) {
  return (
    <RangeChart
      label="Predicted Needs Over Time"
      unit="Expected orders by week, in % of a mean week of the last 12 months; the band is the 80% range"
      axis={{
        heading: 'Week',
        points: weeks.map(({ week }) => week),
        tick: formatShortPeriod,
        name: (week) => `${formatPeriod(week)} (${week})`,
      }}
      tone="green"
      expected={{ name: 'Expected', values: weeks.map(({ percentage }) => percentage) }}
      low={{ name: 'Low (80%)', values: weeks.map(({ low80 }) => low80) }}
      high={{ name: 'High (80%)', values: weeks.map(({ high80 }) => high80) }}
      reference={{ value: 100, label: 'Mean week = 100%' }}
      format={formatPercentOneDecimal}
      tickFormat={formatPercent}
      height={HEIGHT}
    />
  );
}
