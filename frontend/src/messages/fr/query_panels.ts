/** French texts: panels of one query, and histories by month. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/query_panels';

export const messages: Translation<typeof t> = {
  isLoading: 'Chargement : {title}',
  couldntLoad: 'Impossible de charger : {title}.',
  amount: 'Montant',
  month: 'Mois',
  monthSoFar: '{month} (à ce jour)',
  last12Months: '12 derniers mois',
  yearBefore: 'Année précédente',
  noLinesInTheLastTwoYears: 'Aucune commande ces deux dernières années.',
};
