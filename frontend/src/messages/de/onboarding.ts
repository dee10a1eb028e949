/** German texts: onboarding. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/onboarding';

export const messages: Translation<typeof t> = {
  getStarted: 'Erste Schritte',
  threeStepsToYourFirstPurchase: 'Drei Schritte zu Ihrer ersten Einkaufsempfehlung.',
  connectYourData: 'Verbinden Sie Ihre Daten',
  rowsWereImported: 'Zeilen wurden aus Dateien importiert.',
  aFolderOfCsvOrParquet:
    'Importieren Sie die Excel- oder CSV-Dateien, die Ihr System exportiert, oder verbinden Sie einen Ordner, eine PostgreSQL-Datenbank oder ein BigQuery-Dataset.',
  importFiles: 'Dateien importieren',
  noDataSourceIsConnectedYet: 'Noch keine Datenquelle verbunden. {ask}',
  isntResponding: '{source} antwortet nicht. {sourceReason} {ask}',
  checkSource: 'Quelle prüfen',
  connected: 'Verbunden: {source}.',
  runTheFirstSync: 'Führen Sie die erste Synchronisierung aus',
  runningRowsReadSoFar: 'Läuft: bisher {read} Zeilen gelesen.',
  viewProgress: 'Fortschritt ansehen',
  wereRejectedSeeDataSync: '{errors} wurden abgelehnt. Siehe Data Sync.',
  rows: { one: '1 Zeile', other: '{rows} Zeilen' },
  syncedOn: '{rows} synchronisiert am {lastSyncTime}.{left}',
  theTablesWereEmptyOrMissing: 'Die Tabellen waren leer oder fehlten.',
  theLastSyncLoadedNoRows: 'Die letzte Synchronisierung hat keine Zeilen geladen. {why}',
  viewSync: 'Synchronisierung ansehen',
  loadsYourDataIntoSproutAnd: 'Lädt Ihre Daten in Sprout und listet abgelehnte Zeilen mit Grund auf.',
  loadsYourDataIntoSproutYou:
    'Lädt Ihre Daten in Sprout. Sie können den Fortschritt verfolgen und abgelehnte Zeilen sehen.',
  startTheFirstSync: 'Erste Synchronisierung starten',
  aSourceIsConnectedButHas: 'Eine Quelle ist verbunden, aber noch nicht synchronisiert. {ask}',
  viewRecommendations: 'Empfehlungen ansehen',
  seeWhatToOrderNowHow:
    'Sehen Sie, was jetzt zu bestellen ist, wie viel und warum, auf Grundlage Ihrer Bestände und Verkäufe.',
  inventoryDataIsEmptyAndRecommendations:
    'inventory_data ist leer, und Empfehlungen brauchen Bestände. Fügen Sie die Tabelle Ihrer Quelle hinzu und synchronisieren Sie erneut. {ask}',
  ofStockItemsHave: {
    one: 'Ihr Lagerartikel hat',
    other: '{withoutReorderPoint} von {stockRows} Lagerartikeln haben',
  },
  thereIsNotEnoughDataFor:
    'Für Empfehlungen gibt es nicht genug Daten: {rows} weder einen Meldebestand noch eine ausreichende Verkaufshistorie. Legen Sie einen Mindestbestand fest, füllen Sie reorder_point aus oder synchronisieren Sie mehr Verkaufshistorie.',
  setMinimum: 'Mindestbestand festlegen',
  askAnOwnerOrAdminOf: 'Fragen Sie einen Inhaber oder Admin Ihrer Organisation.',
  ask: 'Fragen Sie {names}.',
  theFirstStepsAreLoading: 'Die ersten Schritte werden geladen',
  stepDone: 'erledigt',
  stepNow: 'jetzt zu tun',
  stepTrouble: 'erfordert Aufmerksamkeit',
  stepLater: 'später',
};
