/** Portuguese texts: supply prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/supply_prices';

export const messages: Translation<typeof t> = {
  category: 'Categoria',
  trendOver3Months: 'Tendência, 3 meses',
  index: 'Índice',
  changeVsMonthBefore: 'Variação em relação ao mês anterior',
  priceIndexByCategory: 'Índice de preços por categoria',
  supplyPriceIndex: 'Índice de preços de compra',
  retry: 'Tentar novamente',
  goToDataSync: 'Ir para Data Sync',
  noPriceIndexDataAvailable: 'Nenhum dado do índice de preços',
  currentIndex: 'Índice atual',
  continuedFrom: 'Continuado a partir de {month}.',
  latestMonth: 'Último mês: {month}.',
  vsMonthBefore: 'em relação ao mês anterior',
  vsLastYear: '{yearly} em relação ao ano passado.',
  provisionalWithUnder13MonthsOf:
    'Provisório: com menos de 13 meses de dados, novos meses ainda alteram valores anteriores.',
  firstMonthIs100: 'Primeiro mês com compras = 100.',
  unusualPricesLeftOut: {
    one: '{lines} linha com preço incomum fica de fora. Revise-a em Análise de suprimentos.',
    other: '{lines} linhas com preços incomuns ficam de fora. Revise-as em Análise de suprimentos.',
  },
};
