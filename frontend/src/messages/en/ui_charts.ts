/** English texts: charts. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui_charts', {
  weekOf: 'Week of {week}',
  viewAsChart: 'View as chart',
  viewAsTable: 'View as table',
  isLoading: '{label} is loading',
  couldntLoadTheChartTheTable:
    'Couldn’t load the chart. The table shows the same figures; reload the page to try again.',
  open: 'Open {name}',
  unitWithIncompletePeriods: '{unit} · hatched: incomplete period',
  to: '({from} to {to})',
});
