/** Portuguese texts: the periods of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_periods';

export const messages: Translation<typeof t> = {
  last12Months: 'Últimos 12 meses',
  thisMonth: 'Este mês',
  lastMonth: 'Mês passado',
  thisQuarter: 'Este trimestre',
  lastQuarter: 'Trimestre passado',
  thisSeason: 'Esta safra',
  lastSeason: 'Safra passada',
  yearToDate: 'Ano até hoje',
  lastYear: 'Ano passado',
  thisFiscalYear: 'Este ano fiscal',
  lastFiscalYear: 'Ano fiscal passado',
  last30Days: 'Últimos 30 dias',
  last90Days: 'Últimos 90 dias',
  allDays: 'Todos os dias',
};
