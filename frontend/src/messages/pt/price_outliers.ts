/** Portuguese texts: unusual prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/price_outliers';

export const messages: Translation<typeof t> = {
  unusualPrices: 'Preços incomuns',
  unusualPricesAreLeftOutUntil:
    'Preços de compra distantes do preço usual do item. O índice de preços, as tendências e as recomendações os deixam de fora até alguém confirmá-los.',
  theUnusualPricesAreLoading: 'Carregando os preços incomuns',
  couldntLoadTheUnusualPrices: 'Não foi possível carregar os preços incomuns.',
  couldntSaveThePriceTryAgain: 'Não foi possível salvar a alteração. Tente novamente.',
  noUnusualPrices: 'Nenhum preço incomum',
  showOlderPrices: 'Mostrar preços mais antigos',
  item: 'Item',
  day: 'Dia',
  price: 'Preço',
  usualPrice: 'Preço usual',
  status: 'Status',
  leftOut: 'Deixado de fora',
  confirmedBy: 'Confirmado por {name}, {at}',
  confirmPrice: 'Confirmar preço',
  confirmPriceOf: 'Confirmar preço: {name}',
  undo: 'Desfazer',
  undoConfirmationOf: 'Desfazer confirmação: {name}',
  noSupplier: 'Sem fornecedor',
  rows: 'Linhas',
  rowsOf: 'Linhas: {name}',
  lineOfOrder: 'Linha {line} do pedido {order}: {quantity}',
  moreLines: { one: 'Mais {lines} linha', other: 'Mais {lines} linhas' },
};
