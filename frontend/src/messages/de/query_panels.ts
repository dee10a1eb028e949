/** German texts: panels of one query, and histories by month. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/query_panels';

export const messages: Translation<typeof t> = {
  isLoading: '{title}: wird geladen',
  couldntLoad: 'Konnte nicht geladen werden: {title}.',
  amount: 'Betrag',
  month: 'Monat',
  monthSoFar: '{month} (bisher)',
  last12Months: 'Letzte 12 Monate',
  yearBefore: 'Jahr davor',
  noLinesInTheLastTwoYears: 'Keine Bestellungen in den letzten zwei Jahren.',
};
