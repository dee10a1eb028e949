/** Portuguese texts: data components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_data';

export const messages: Translation<typeof t> = {
  rowsUsed: 'Linhas usadas: {rows}.',
  rowsLeftOut: 'Linhas deixadas de fora: {rows}.',
  rowsLeftOutBecause: 'Linhas deixadas de fora: {rows} ({reasons}).',
  inAnotherCurrency: '{rows} em outra moeda',
  inAnotherUnit: '{rows} em outra unidade',
  returns: '{rows} devoluções',
  withZeroPrices: '{rows} com preço zero',
  withUnusualPrices: '{rows} com preços incomuns',
  inCategoriesWithTooFewMonths: '{rows} em categorias com poucos meses',
  soldWhereTheItemHasNoStock: '{rows} vendidas em um local sem estoque do item',
  ofItemsWithoutStock: '{rows} de itens sem linhas de estoque',
  outOfRange: '{rows} fora da faixa',
  asOf: 'Em {asOf}.',
  howIsThisComputed: 'Como isto é calculado?',
  howFiguresAreComputed: 'Como os números são calculados',
  close: 'Fechar',
  isLoading: '{label}: carregando',
  sampleData: 'Dados de exemplo',
  dataAsOf: 'Dados de {asOf}',
  dataThroughStale: 'Dados até {day}, desatualizados',
  previousFigures: 'Novos números estão sendo calculados. Até lá, são exibidos os anteriores.',
  figuresAreStale:
    'Os números estão desatualizados: os dados mais recentes são de {day}, há {days} dias. Sincronize dados mais recentes para atualizá-los.',
  figuresAreForEarlierDay:
    'Os números são de {day}, o dia dos dados mais recentes, há {days} dias. Sincronize dados mais recentes para atualizá-los.',
  synced: 'Sincronizado {synced}',
  syncedOverdue: 'Sincronizado {synced}, {overdue}',
  notRefreshedSince: 'Sem atualização desde {since}',
};
