/** German texts: purchasing. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/purchasing';

export const messages: Translation<typeof t> = {
  item: 'Artikel',
  currentStock: 'Aktueller Bestand',
  recommended: 'Empfohlen',
  cost: 'Kosten',
  purchaseRecommendations: 'Einkaufsempfehlungen',
  aiPoweredRecommendations: 'KI-gestützte Empfehlungen',
  theRecommendationsAreLoading: 'Die Empfehlungen werden geladen',
  couldntLoadTheRecommendations: 'Die Empfehlungen konnten nicht geladen werden.',
  nothingLeftToReorder: 'Nichts mehr nachzubestellen.',
  nothingToReorderAllItemsAre:
    'Nichts nachzubestellen. Alle Artikel liegen über ihrem empfohlenen Meldebestand.',
  itemsAreAlreadyInDraftOrders: {
    one: '1 Artikel ist bereits in Bestellentwürfen.',
    other: '{waitingInDrafts} Artikel sind bereits in Bestellentwürfen.',
  },
  viewDrafts: 'Entwürfe ansehen',
  itemsDontHaveEnoughSalesHistory: {
    one: '1 Artikel hat weder genug Verkaufshistorie noch einen Meldebestand. Legen Sie einen Mindestbestand fest, um ihn einzubeziehen.',
    other:
      '{withoutReorderPoint} Artikel haben weder genug Verkaufshistorie noch einen Meldebestand. Legen Sie Mindestbestände fest, um sie einzubeziehen.',
  },
  setMinimum: 'Mindestbestand festlegen',
  recommendationsTable: 'Einkaufsempfehlungen',
  why: 'Warum?',
  theTermsAreLoading: 'Die Rechengrößen werden geladen',
  searchItems: 'Artikel suchen',
  supplier: 'Lieferant',
  leadTimeDays: 'Lieferzeit (Tage)',
  reorderPoint: 'Meldebestand',
  orderSelection: 'Auswahl bestellen',
  goToDataSync: 'Zu Data Sync',
  noInventoryYetSyncInventoryData:
    'Noch kein Lagerbestand. Synchronisieren Sie inventory_data, um zu sehen, was nachzubestellen ist.',
  couldntLoadThePurchasingFigures: 'Die Einkaufszahlen konnten nicht geladen werden.',
  totalSpend: 'Einkaufsvolumen gesamt',
  inTheLast12Months: 'in den letzten 12 Monaten',
  avgOrderValue: 'Ø Bestellwert',
  perOrder: 'pro Bestellung',
  deliveryRate: 'Liefertreue',
  ofLinesOnTime: 'der Positionen pünktlich',
  pp: '{points} PP',
  activeSuppliers: 'Aktive Lieferanten',
  inTheLast90Days: 'in den letzten 90 Tagen',
  connectWarehouse: 'Data Warehouse verbinden',
  noPurchasesYetConnectYourWarehouse:
    'Noch keine Einkäufe. Verbinden Sie Ihr Data Warehouse und synchronisieren Sie.',
  isLoading: '{label}: wird geladen',
  vsPrevious12Months: '{change} ggü. den vorherigen 12 Monaten',
  vsPrevious90Days: '{change} ggü. den vorherigen 90 Tagen',
  saleLinesAtLocationsWithoutStock: {
    one: '{lines} Verkaufsposition zählt nicht, weil ihr Artikel an ihrem Standort keinen Bestand hat.',
    other:
      '{lines} Verkaufspositionen zählen nicht, weil ihre Artikel an ihren Standorten keinen Bestand haben.',
  },
  mapLocations: 'Standorte zuordnen',
  daysOfCover: 'Reichweite in Tagen',
  urgent: 'Dringend',
  order: 'Bestellen',
  showMoreRecommendations: '{rows} weitere anzeigen',
};
