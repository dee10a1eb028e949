/** French texts: charts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_charts';

export const messages: Translation<typeof t> = {
  weekOf: 'Semaine du {week}',
  viewAsChart: 'Afficher en graphique',
  viewAsTable: 'Afficher en tableau',
  isLoading: 'Chargement : {label}',
  couldntLoadTheChartTheTable:
    'Impossible de charger le graphique. Le tableau montre les mêmes chiffres ; rechargez la page pour réessayer.',
  open: 'Ouvrir {name}',
  unitWithIncompletePeriods: '{unit} · hachuré : période incomplète',
  to: '({from} à {to})',
};
