/** French texts: supply prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/supply_prices';

export const messages: Translation<typeof t> = {
  category: 'Catégorie',
  trendOver3Months: 'Tendance, 3 mois',
  index: 'Indice',
  changeVsMonthBefore: 'Variation par rapport au mois précédent',
  priceIndexByCategory: 'Indice des prix par catégorie',
  supplyPriceIndex: 'Indice des prix d’achat',
  retry: 'Réessayer',
  goToDataSync: 'Aller à Data Sync',
  noPriceIndexDataAvailable: 'Aucune donnée d’indice des prix',
  currentIndex: 'Indice actuel',
  continuedFrom: 'Prolongé à partir de {month}.',
  latestMonth: 'Dernier mois : {month}.',
  vsMonthBefore: 'par rapport au mois précédent',
  vsLastYear: '{yearly} par rapport à l’an dernier.',
  provisionalWithUnder13MonthsOf:
    'Provisoire : avec moins de 13 mois de données, les nouveaux mois modifient encore les valeurs antérieures.',
  firstMonthIs100: 'Premier mois avec achats = 100.',
  unusualPricesLeftOut: {
    one: '{lines} ligne au prix inhabituel est écartée. Examinez-la dans Analyse de l’offre.',
    other: '{lines} lignes aux prix inhabituels sont écartées. Examinez-les dans Analyse de l’offre.',
  },
};
