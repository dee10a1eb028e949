/** Spanish texts: what needs doing today. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/today';

export const messages: Translation<typeof t> = {
  today: 'Para hacer hoy',
  reorderItems: { one: 'Reponer 1 artículo', other: 'Reponer {items} artículos' },
  runOutBeforeDelivery: {
    one: '1 de los más caros se agota antes de que llegue un pedido.',
    other: '{items} de los más caros se agotan antes de que llegue un pedido.',
  },
  deliveriesAreLate: {
    one: '1 línea de pedido está atrasada',
    other: '{lines} líneas de pedido están atrasadas',
  },
  mostOfItFrom: 'Mayor: {supplier}, {amount}.',
  seasonPosition: 'Posición de temporada',
  callCustomers: {
    one: 'Llamar a 1 cliente cuyo pedido está atrasado',
    other: 'Llamar a {customers} clientes cuyos pedidos están atrasados',
  },
  reviewRejectedRows: { one: 'Revisar 1 fila rechazada', other: 'Revisar {rows} filas rechazadas' },
  figuresLackTheseRows: 'A las cifras les faltan estas filas.',
  couldntCheckReorders: 'No se pudo comprobar qué reponer.',
  couldntCheckDeliveries: 'No se pudieron comprobar las entregas atrasadas.',
  couldntCheckCalls: 'No se pudo comprobar a qué clientes llamar.',
  couldntCheckRejects: 'No se pudieron comprobar las filas rechazadas.',
  nothingToDo: 'Nada por hacer hoy.',
  spendByMonth: 'Gasto por mes',
};
