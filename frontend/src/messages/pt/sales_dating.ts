/** Portuguese texts: what the dates of sales are. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/sales_dating';

export const messages: Translation<typeof t> = {
  salesDates: 'Datas de vendas',
  aSaleCountsAsDemand: 'Uma venda conta como demanda no dia em que a mercadoria sai.',
  theSalesDatesAreLoading: 'Carregando as datas de vendas',
  couldntLoadTheSalesDates: 'Não foi possível carregar as datas de vendas. Tente novamente.',
  couldntSaveTheSalesDates: 'Não foi possível salvar as datas de vendas. Tente novamente.',
  theDateOfASaleIs: 'Data de uma venda',
  asYourDataShows: 'Conforme seus dados: {dating}',
  booking: 'Dia da reserva',
  delivery: 'Dia da entrega',
  otherDays: '{lines} de {all} linhas de venda foram entregues em um dia diferente da sua data.',
  noOtherDays: 'Nenhuma linha de venda tem um dia de entrega diferente da sua data.',
  missingDays:
    '{lines} linhas de venda com mais de um ano têm um dia prometido, mas nenhum dia de entrega; são mais do que as que têm um dia de entrega diferente da sua data.',
};
