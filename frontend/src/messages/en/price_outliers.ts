/** English texts: unusual prices. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('price_outliers', {
  unusualPrices: 'Unusual prices',
  unusualPricesAreLeftOutUntil:
    'Purchase prices far from the item’s usual price. Price index, trends and advice leave them out until someone confirms them.',
  theUnusualPricesAreLoading: 'Unusual prices are loading',
  couldntLoadTheUnusualPrices: 'Couldn’t load the unusual prices.',
  couldntSaveThePriceTryAgain: 'Couldn’t save the change. Try again.',
  noUnusualPrices: 'No unusual prices',
  showOlderPrices: 'Show older prices',
  item: 'Item',
  day: 'Day',
  price: 'Price',
  usualPrice: 'Usual price',
  status: 'Status',
  leftOut: 'Left out',
  confirmedBy: 'Confirmed by {name}, {at}',
  confirmPrice: 'Confirm price',
  confirmPriceOf: 'Confirm price: {name}',
  undo: 'Undo',
  undoConfirmationOf: 'Undo confirmation: {name}',
  noSupplier: 'No supplier',
  rows: 'Rows',
  rowsOf: 'Rows: {name}',
  lineOfOrder: 'Line {line} of order {order}: {quantity}',
  moreLines: { one: '{lines} more line', other: '{lines} more lines' },
});
