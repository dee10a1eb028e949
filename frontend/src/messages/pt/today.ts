/** Portuguese texts: what needs doing today. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/today';

export const messages: Translation<typeof t> = {
  today: 'Para fazer hoje',
  reorderItems: { one: 'Repor {items} item', other: 'Repor {items} itens' },
  runOutBeforeDelivery: {
    one: '{items} dos mais caros acaba antes da chegada de um pedido.',
    other: '{items} dos mais caros acabam antes da chegada de um pedido.',
  },
  deliveriesAreLate: {
    one: '{lines} linha de pedido está atrasada',
    other: '{lines} linhas de pedido estão atrasadas',
  },
  mostOfItFrom: 'Maior: {supplier}, {amount}.',
  seasonPosition: 'Posição da safra',
  callCustomers: {
    one: 'Ligar para {customers} cliente cujo pedido está atrasado',
    other: 'Ligar para {customers} clientes cujos pedidos estão atrasados',
  },
  reviewRejectedRows: { one: 'Revisar {rows} linha rejeitada', other: 'Revisar {rows} linhas rejeitadas' },
  figuresLackTheseRows: 'Estas linhas faltam nos números.',
  couldntCheckReorders: 'Não foi possível verificar o que repor.',
  couldntCheckDeliveries: 'Não foi possível verificar entregas atrasadas.',
  couldntCheckCalls: 'Não foi possível verificar para quais clientes ligar.',
  couldntCheckRejects: 'Não foi possível verificar linhas rejeitadas.',
  nothingToDo: 'Nada a fazer hoje.',
  spendByMonth: 'Gasto por mês',
};
