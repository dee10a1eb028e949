/** German texts: charts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_charts';

export const messages: Translation<typeof t> = {
  weekOf: 'Woche vom {week}',
  viewAsChart: 'Als Diagramm ansehen',
  viewAsTable: 'Als Tabelle ansehen',
  isLoading: '{label}: wird geladen',
  couldntLoadTheChartTheTable:
    'Das Diagramm konnte nicht geladen werden. Die Tabelle zeigt dieselben Zahlen; laden Sie die Seite neu, um es erneut zu versuchen.',
  open: '{name} öffnen',
  unitWithIncompletePeriods: '{unit} · schraffiert: unvollständiger Zeitraum',
  to: '({from} bis {to})',
};
