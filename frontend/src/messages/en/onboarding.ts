/** English texts: onboarding. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('onboarding', {
  getStarted: 'Get started',
  threeStepsToYourFirstPurchase: 'Three steps to your first purchase recommendation.',
  connectYourData: 'Connect your data',
  rowsWereImported: 'Rows were imported from files.',
  aFolderOfCsvOrParquet:
    'Import the Excel or CSV files that your system exports, or connect a folder, a PostgreSQL database or a BigQuery dataset.',
  importFiles: 'Import files',
  noDataSourceIsConnectedYet: 'No data source is connected yet. {ask}',
  isntResponding: '{source} isn’t responding. {sourceReason} {ask}',
  checkSource: 'Check source',
  connected: 'Connected: {source}.',
  runTheFirstSync: 'Run the first sync',
  runningRowsReadSoFar: 'Running: {read} rows read so far.',
  viewProgress: 'View progress',
  wereRejectedSeeDataSync: '{errors} were rejected. See Data Sync.',
  rows: { one: '1 row', other: '{rows} rows' },
  syncedOn: '{rows} synced on {lastSyncTime}.{left}',
  theTablesWereEmptyOrMissing: 'The tables were empty or missing.',
  theLastSyncLoadedNoRows: 'The last sync loaded no rows. {why}',
  viewSync: 'View sync',
  loadsYourDataIntoSproutAnd: 'Loads your data into Sprout and lists rejected rows with the reason.',
  loadsYourDataIntoSproutYou:
    'Loads your data into Sprout. You can follow its progress and see rejected rows.',
  startTheFirstSync: 'Start the first sync',
  aSourceIsConnectedButHas: 'A source is connected but has not been synced yet. {ask}',
  viewRecommendations: 'View recommendations',
  seeWhatToOrderNowHow: 'See what to order now, how much and why, based on your stock and sales.',
  inventoryDataIsEmptyAndRecommendations:
    'inventory_data is empty, and recommendations need stock. Add it to your source and sync again. {ask}',
  ofStockItemsHave: {
    one: 'your stock item has',
    other: '{withoutReorderPoint} of {stockRows} stock items have',
  },
  thereIsNotEnoughDataFor:
    'There is not enough data for recommendations: {rows} neither a reorder point nor enough sales history. Set a minimum, fill in reorder_point or sync more sales history.',
  setMinimum: 'Set minimum',
  askAnOwnerOrAdminOf: 'Ask an owner or admin of your organization.',
  ask: 'Ask {names}.',
  theFirstStepsAreLoading: 'The first steps are loading',
  stepDone: 'done',
  stepNow: 'to do now',
  stepTrouble: 'needs attention',
  stepLater: 'later',
});
