/** English texts: the periods of the explore page. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('explore_periods', {
  last12Months: 'Last 12 months',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisSeason: 'This season',
  lastSeason: 'Last season',
  yearToDate: 'Year to date',
  lastYear: 'Last year',
  thisFiscalYear: 'This fiscal year',
  lastFiscalYear: 'Last fiscal year',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  allDays: 'All days',
});
