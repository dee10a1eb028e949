/** Portuguese texts: suppliers’ answers to orders, for people without an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/order_acknowledgments';

export const messages: Translation<typeof t> = {
  linkDoesntWork: 'Este link não funciona',
  askForANewLink: 'Ele expirou, ou o pedido foi descartado ou enviado de novo. Peça um novo a quem o enviou.',
  couldntLoadTheOrder: 'Não foi possível carregar o pedido.',
  theOrderIsLoading: 'Carregando o pedido',
  purchaseOrderFrom: 'Pedido de compra de {organization}',
  orderNumber: 'Número do pedido {number}',
  linkEnds: 'Este link termina em {day}. Até lá você pode alterar sua resposta.',
  lines: 'Linhas',
  answered: 'Sua resposta foi salva em {at}.',
  confirmEachLine:
    'Confirme a quantidade e o dia de entrega de cada linha. Uma quantidade de 0 recusa a linha.',
  confirmEachLineRequested:
    'Entrega solicitada: {day}. Confirme a quantidade e o dia de entrega de cada linha. Uma quantidade de 0 recusa a linha.',
  orderedFor: '{ordered}, entregar em {location}',
  confirmedQuantity: 'Quantidade confirmada ({unit})',
  deliveryDay: 'Dia de entrega',
  note: 'Nota',
  couldntSaveTheAnswer: 'Não foi possível salvar sua resposta. Tente de novo.',
  declineOrder: 'Recusar pedido',
  declineQuestion: 'Recusar todas as linhas? {organization} então pede em outro lugar.',
  keep: 'Manter',
  confirmOrder: 'Confirmar pedido',
  saveAnswer: 'Salvar resposta',
};
