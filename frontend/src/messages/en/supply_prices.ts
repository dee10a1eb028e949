/** English texts: supply prices. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('supply_prices', {
  category: 'Category',
  trend: 'Trend',
  index: 'Index',
  change: 'Change',
  priceIndexByCategory: 'Price index by category',
  supplyPriceIndex: 'Supply Price Index',
  retry: 'Retry',
  goToDataSync: 'Go to Data Sync',
  noPriceIndexDataAvailable: 'No price index data available',
  currentIndex: 'Current Index',
  continuedFrom: 'Continued from {month}.',
  latestMonth: 'Latest month: {month}.',
  vsLastYear: '{yearly} vs last year.',
  provisionalWithUnder13MonthsOf:
    'Provisional: with under 13 months of data, new months still change older values.',
  firstMonthIs100: 'First month with purchases = 100.',
});
