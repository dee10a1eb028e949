/** English texts: data components. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui_data', {
  rowsUsed: 'Rows used: {rows}.',
  rowsLeftOut: 'Rows left out: {rows}.',
  rowsLeftOutBecause: 'Rows left out: {rows} ({reasons}).',
  inAnotherCurrency: '{rows} in another currency',
  inAnotherUnit: '{rows} in another unit',
  returns: '{rows} returns',
  withZeroPrices: '{rows} with zero prices',
  withUnusualPrices: '{rows} with unusual prices',
  inCategoriesWithTooFewMonths: '{rows} in categories with too few months',
  soldWhereTheItemHasNoStock: '{rows} sold at a location without stock of the item',
  ofItemsWithoutStock: '{rows} of items without stock rows',
  outOfRange: '{rows} out of range',
  asOf: 'As of {asOf}.',
  howIsThisComputed: 'How is this computed?',
  howFiguresAreComputed: 'How figures are computed',
  close: 'Close',
  isLoading: '{label}: loading',
  sampleData: 'Sample data',
  dataAsOf: 'Data as of {asOf}',
  dataThroughStale: 'Data through {day}, stale',
  previousFigures: 'New figures are being calculated. Until then, you see the previous ones.',
  figuresAreStale:
    'Figures are stale: the newest data is from {day}, {days} days ago. Sync newer data to update them.',
  figuresAreForEarlierDay:
    'Figures are for {day}, the day of the newest data, {days} days ago. Sync newer data to update them.',
  synced: 'Synced {synced}',
  syncedOverdue: 'Synced {synced}, {overdue}',
  notRefreshedSince: 'Not refreshed since {since}',
});
