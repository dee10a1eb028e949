/** Spanish texts: suppliers’ answers to orders, for people without an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/order_acknowledgments';

export const messages: Translation<typeof t> = {
  linkDoesntWork: 'Este enlace no funciona',
  askForANewLink:
    'Ha caducado, o el pedido se descartó o se envió de nuevo. Pida uno nuevo a quien lo envió.',
  couldntLoadTheOrder: 'No se pudo cargar el pedido.',
  theOrderIsLoading: 'Cargando el pedido',
  purchaseOrderFrom: 'Pedido de compra de {organization}',
  orderNumber: 'Número de pedido {number}',
  linkEnds: 'Este enlace termina el {day}. Hasta entonces puede cambiar su respuesta.',
  lines: 'Líneas',
  answered: 'Su respuesta se guardó el {at}.',
  confirmEachLine:
    'Confirme la cantidad y el día de entrega de cada línea. Una cantidad de 0 rechaza la línea.',
  confirmEachLineRequested:
    'Entrega solicitada: {day}. Confirme la cantidad y el día de entrega de cada línea. Una cantidad de 0 rechaza la línea.',
  orderedFor: '{ordered}, entregar en {location}',
  confirmedQuantity: 'Cantidad confirmada ({unit})',
  deliveryDay: 'Día de entrega',
  note: 'Nota',
  couldntSaveTheAnswer: 'No se pudo guardar su respuesta. Inténtelo de nuevo.',
  declineOrder: 'Rechazar pedido',
  declineQuestion: '¿Rechazar todas las líneas? {organization} pedirá en otro lugar.',
  keep: 'Conservar',
  confirmOrder: 'Confirmar pedido',
  saveAnswer: 'Guardar respuesta',
};
