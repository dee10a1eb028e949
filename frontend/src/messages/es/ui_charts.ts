/** Spanish texts: charts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_charts';

export const messages: Translation<typeof t> = {
  weekOf: 'Semana del {week}',
  viewAsChart: 'Ver como gráfico',
  viewAsTable: 'Ver como tabla',
  isLoading: 'Cargando: {label}',
  couldntLoadTheChartTheTable:
    'No se pudo cargar el gráfico. La tabla muestra las mismas cifras; recargue la página para intentarlo de nuevo.',
  open: 'Abrir {name}',
  unitWithIncompletePeriods: '{unit} · rayado: período incompleto',
  to: '({from} a {to})',
};
