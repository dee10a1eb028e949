/** French texts: onboarding. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/onboarding';

export const messages: Translation<typeof t> = {
  getStarted: 'Premiers pas',
  threeStepsToYourFirstPurchase: 'Trois étapes jusqu’à votre première recommandation d’achat.',
  connectYourData: 'Connectez vos données',
  rowsWereImported: 'Les lignes ont été importées à partir de fichiers.',
  aFolderOfCsvOrParquet:
    'Importez les fichiers Excel ou CSV qu’exporte votre système, ou connectez un dossier, une base de données PostgreSQL ou un jeu de données BigQuery.',
  importFiles: 'Importer des fichiers',
  noDataSourceIsConnectedYet: 'Aucune source de données connectée pour l’instant. {ask}',
  isntResponding: '{source} ne répond pas. {sourceReason} {ask}',
  checkSource: 'Vérifier la source',
  connected: 'Connecté : {source}.',
  runTheFirstSync: 'Lancez la première synchronisation',
  runningRowsReadSoFar: 'En cours : {read} lignes lues jusqu’ici.',
  viewProgress: 'Voir la progression',
  wereRejectedSeeDataSync: '{errors} ont été rejetées. Voir Data Sync.',
  rows: { one: '{rows} ligne', other: '{rows} lignes' },
  syncedOn: '{rows} synchronisées le {lastSyncTime}.{left}',
  theTablesWereEmptyOrMissing: 'Les tables étaient vides ou absentes.',
  theLastSyncLoadedNoRows: 'La dernière synchronisation n’a chargé aucune ligne. {why}',
  viewSync: 'Voir la synchronisation',
  loadsYourDataIntoSproutAnd: 'Charge vos données dans Sprout et liste les lignes rejetées avec la raison.',
  loadsYourDataIntoSproutYou:
    'Charge vos données dans Sprout. Vous pouvez suivre la progression et voir les lignes rejetées.',
  startTheFirstSync: 'Lancer la première synchronisation',
  aSourceIsConnectedButHas: 'Une source est connectée mais n’a pas encore été synchronisée. {ask}',
  viewRecommendations: 'Voir les recommandations',
  seeWhatToOrderNowHow:
    'Voyez quoi commander maintenant, combien et pourquoi, d’après votre stock et vos ventes.',
  inventoryDataIsEmptyAndRecommendations:
    'inventory_data est vide et les recommandations ont besoin du stock. Ajoutez-la à votre source et synchronisez à nouveau. {ask}',
  ofStockItemsHave: {
    one: 'votre article en stock n’a',
    other: '{withoutReorderPoint} articles en stock sur {stockRows} n’ont',
  },
  thereIsNotEnoughDataFor:
    'Les données sont insuffisantes pour des recommandations : {rows} ni point de commande ni historique de ventes suffisant. Définissez un minimum, remplissez reorder_point ou synchronisez davantage d’historique de ventes.',
  setMinimum: 'Définir un minimum',
  askAnOwnerOrAdminOf: 'Demandez à un propriétaire ou administrateur de votre organisation.',
  ask: 'Demandez à {names}.',
  theFirstStepsAreLoading: 'Chargement des premières étapes',
  stepDone: 'fait',
  stepNow: 'à faire maintenant',
  stepTrouble: 'à vérifier',
  stepLater: 'plus tard',
};
