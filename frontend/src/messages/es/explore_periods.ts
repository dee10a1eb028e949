/** Spanish texts: the periods of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_periods';

export const messages: Translation<typeof t> = {
  last12Months: 'Últimos 12 meses',
  thisMonth: 'Este mes',
  lastMonth: 'Mes pasado',
  thisQuarter: 'Este trimestre',
  lastQuarter: 'Trimestre pasado',
  thisSeason: 'Esta temporada',
  lastSeason: 'Temporada pasada',
  yearToDate: 'Año hasta la fecha',
  lastYear: 'Año pasado',
  thisFiscalYear: 'Este año fiscal',
  lastFiscalYear: 'Año fiscal pasado',
  last30Days: 'Últimos 30 días',
  last90Days: 'Últimos 90 días',
  allDays: 'Todos los días',
};
