/** German texts: supply prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/supply_prices';

export const messages: Translation<typeof t> = {
  category: 'Kategorie',
  trendOver3Months: 'Trend, 3 Monate',
  index: 'Index',
  changeVsMonthBefore: 'Änderung ggü. Vormonat',
  priceIndexByCategory: 'Preisindex nach Kategorie',
  supplyPriceIndex: 'Einkaufspreisindex',
  retry: 'Erneut versuchen',
  goToDataSync: 'Zu Data Sync',
  noPriceIndexDataAvailable: 'Keine Preisindexdaten verfügbar',
  currentIndex: 'Aktueller Index',
  continuedFrom: 'Fortgeführt ab {month}.',
  latestMonth: 'Letzter Monat: {month}.',
  vsMonthBefore: 'ggü. Vormonat',
  vsLastYear: '{yearly} ggü. Vorjahr.',
  provisionalWithUnder13MonthsOf:
    'Vorläufig: Bei weniger als 13 Monaten Daten ändern neue Monate noch ältere Werte.',
  firstMonthIs100: 'Erster Monat mit Einkäufen = 100.',
  unusualPricesLeftOut: {
    one: '{lines} Position mit ungewöhnlichem Preis ist ausgelassen. Prüfen Sie sie in der Marktanalyse.',
    other:
      '{lines} Positionen mit ungewöhnlichen Preisen sind ausgelassen. Prüfen Sie sie in der Marktanalyse.',
  },
};
