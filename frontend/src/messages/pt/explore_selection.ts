/** Portuguese texts: which rows and derived columns an answer has. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_selection';

export const messages: Translation<typeof t> = {
  rowsAndColumns: 'Linhas e colunas',
  remove: 'Remover: {name}',
  largestFirst: '{name}, do maior para o menor',
  smallestFirst: '{name}, do menor para o maior',
  topPer: 'Os primeiros {count} por {name}',
  firstRows: 'As primeiras {count} linhas',
  compared: '{name}, período comparado',
  change: '{name}, variação',
  changeInPercent: '{name}, variação em %',
  share: 'Participação',
  rank: 'Posição',
  runningTotal: 'Total acumulado',
  movingAverage: 'Média móvel de 3',
};
