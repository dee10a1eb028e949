/** Portuguese texts: charts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_charts';

export const messages: Translation<typeof t> = {
  weekOf: 'Semana de {week}',
  viewAsChart: 'Ver como gráfico',
  viewAsTable: 'Ver como tabela',
  isLoading: 'Carregando: {label}',
  couldntLoadTheChartTheTable:
    'Não foi possível carregar o gráfico. A tabela mostra os mesmos números; recarregue a página para tentar novamente.',
  open: 'Abrir {name}',
  unitWithIncompletePeriods: '{unit} · hachurado: período incompleto',
  to: '({from} a {to})',
};
