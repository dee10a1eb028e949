/** Spanish texts: panels of one query, and histories by month. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/query_panels';

export const messages: Translation<typeof t> = {
  isLoading: 'Cargando: {title}',
  couldntLoad: 'No se pudo cargar: {title}.',
  amount: 'Importe',
  month: 'Mes',
  monthSoFar: '{month} (hasta ahora)',
  last12Months: 'Últimos 12 meses',
  yearBefore: 'Año anterior',
  noLinesInTheLastTwoYears: 'No hay pedidos en los últimos dos años.',
};
