/** Spanish texts: supply prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/supply_prices';

export const messages: Translation<typeof t> = {
  category: 'Categoría',
  trendOver3Months: 'Tendencia, 3 meses',
  index: 'Índice',
  changeVsMonthBefore: 'Cambio frente al mes anterior',
  priceIndexByCategory: 'Índice de precios por categoría',
  supplyPriceIndex: 'Índice de precios de compra',
  retry: 'Reintentar',
  goToDataSync: 'Ir a Data Sync',
  noPriceIndexDataAvailable: 'No hay datos del índice de precios',
  currentIndex: 'Índice actual',
  continuedFrom: 'Continuado desde {month}.',
  latestMonth: 'Último mes: {month}.',
  vsMonthBefore: 'frente al mes anterior',
  vsLastYear: '{yearly} frente al año anterior.',
  provisionalWithUnder13MonthsOf:
    'Provisional: con menos de 13 meses de datos, los meses nuevos aún cambian los valores anteriores.',
  firstMonthIs100: 'Primer mes con compras = 100.',
  unusualPricesLeftOut: {
    one: '{lines} línea con un precio inusual se deja fuera. Revísela en Análisis de suministro.',
    other: '{lines} líneas con precios inusuales se dejan fuera. Revíselas en Análisis de suministro.',
  },
};
