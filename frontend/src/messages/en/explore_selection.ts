/** English texts: which rows and derived columns an answer has. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('explore_selection', {
  rowsAndColumns: 'Rows and columns',
  remove: 'Remove: {name}',
  largestFirst: '{name}, largest first',
  smallestFirst: '{name}, smallest first',
  topPer: 'Top {count} per {name}',
  firstRows: 'First {count} rows',
  compared: '{name}, compared period',
  change: '{name}, change',
  changeInPercent: '{name}, change in %',
  share: 'Share',
  rank: 'Rank',
  runningTotal: 'Running total',
  movingAverage: 'Moving average of 3',
});
