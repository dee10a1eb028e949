/** French texts: which rows and derived columns an answer has. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_selection';

export const messages: Translation<typeof t> = {
  rowsAndColumns: 'Lignes et colonnes',
  remove: 'Retirer : {name}',
  largestFirst: '{name}, du plus grand au plus petit',
  smallestFirst: '{name}, du plus petit au plus grand',
  topPer: 'Les {count} premiers par {name}',
  firstRows: 'Les {count} premières lignes',
  compared: '{name}, période comparée',
  change: '{name}, variation',
  changeInPercent: '{name}, variation en %',
  share: 'Part',
  rank: 'Rang',
  runningTotal: 'Cumul',
  movingAverage: 'Moyenne mobile sur 3',
};
