/** Portuguese texts: panels of one query, and histories by month. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/query_panels';

export const messages: Translation<typeof t> = {
  isLoading: 'Carregando: {title}',
  couldntLoad: 'Não foi possível carregar: {title}.',
  amount: 'Valor',
  month: 'Mês',
  monthSoFar: '{month} (até agora)',
  last12Months: 'Últimos 12 meses',
  yearBefore: 'Ano anterior',
  noLinesInTheLastTwoYears: 'Nenhum pedido nos últimos dois anos.',
};
