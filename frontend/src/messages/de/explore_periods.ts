/** German texts: the periods of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_periods';

export const messages: Translation<typeof t> = {
  last12Months: 'Letzte 12 Monate',
  thisMonth: 'Dieser Monat',
  lastMonth: 'Letzter Monat',
  thisQuarter: 'Dieses Quartal',
  lastQuarter: 'Letztes Quartal',
  thisSeason: 'Diese Saison',
  lastSeason: 'Letzte Saison',
  yearToDate: 'Seit Jahresbeginn',
  lastYear: 'Letztes Jahr',
  thisFiscalYear: 'Dieses Geschäftsjahr',
  lastFiscalYear: 'Letztes Geschäftsjahr',
  last30Days: 'Letzte 30 Tage',
  last90Days: 'Letzte 90 Tage',
  allDays: 'Alle Tage',
};
