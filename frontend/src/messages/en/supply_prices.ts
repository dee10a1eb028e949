/** English texts: supply prices. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('supply_prices', {
  category: 'Category',
  trendOver3Months: 'Trend, 3 months',
  index: 'Index',
  changeVsMonthBefore: 'Change vs month before',
  priceIndexByCategory: 'Price index by category',
  supplyPriceIndex: 'Supply Price Index',
  retry: 'Retry',
  goToDataSync: 'Go to Data Sync',
  noPriceIndexDataAvailable: 'No price index data available',
  currentIndex: 'Current Index',
  continuedFrom: 'Continued from {month}.',
  latestMonth: 'Latest month: {month}.',
  vsMonthBefore: 'vs month before',
  vsLastYear: '{yearly} vs last year.',
  provisionalWithUnder13MonthsOf:
    'Provisional: with under 13 months of data, new months still change older values.',
  firstMonthIs100: 'First month with purchases = 100.',
  unusualPricesLeftOut: {
    one: '{lines} line with an unusual price is left out. Review it in Supply Analysis.',
    other: '{lines} lines with unusual prices are left out. Review them in Supply Analysis.',
  },
});
