/** Spanish texts: which rows and derived columns an answer has. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_selection';

export const messages: Translation<typeof t> = {
  rowsAndColumns: 'Filas y columnas',
  remove: 'Quitar: {name}',
  largestFirst: '{name}, de mayor a menor',
  smallestFirst: '{name}, de menor a mayor',
  topPer: 'Los primeros {count} por {name}',
  firstRows: 'Las primeras {count} filas',
  compared: '{name}, período comparado',
  change: '{name}, variación',
  changeInPercent: '{name}, variación en %',
  share: 'Participación',
  rank: 'Posición',
  runningTotal: 'Total acumulado',
  movingAverage: 'Media móvil de 3',
};
