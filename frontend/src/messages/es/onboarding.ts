/** Spanish texts: onboarding. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/onboarding';

export const messages: Translation<typeof t> = {
  getStarted: 'Primeros pasos',
  threeStepsToYourFirstPurchase: 'Tres pasos hasta su primera recomendación de compra.',
  connectYourData: 'Conecte sus datos',
  rowsWereImported: 'Las filas se importaron de archivos.',
  aFolderOfCsvOrParquet:
    'Importe los archivos de Excel o CSV que exporta su sistema, o conecte una carpeta, una base de datos PostgreSQL o un conjunto de datos de BigQuery.',
  importFiles: 'Importar archivos',
  noDataSourceIsConnectedYet: 'Aún no hay un origen de datos conectado. {ask}',
  isntResponding: '{source} no responde. {sourceReason} {ask}',
  checkSource: 'Revisar origen',
  connected: 'Conectado: {source}.',
  runTheFirstSync: 'Ejecute la primera sincronización',
  runningRowsReadSoFar: 'En curso: {read} filas leídas hasta ahora.',
  viewProgress: 'Ver progreso',
  wereRejectedSeeDataSync: 'Se rechazaron {errors}. Vea Data Sync.',
  rows: { one: '1 fila', other: '{rows} filas' },
  syncedOn: '{rows} sincronizadas el {lastSyncTime}.{left}',
  theTablesWereEmptyOrMissing: 'Las tablas estaban vacías o faltaban.',
  theLastSyncLoadedNoRows: 'La última sincronización no cargó filas. {why}',
  viewSync: 'Ver sincronización',
  loadsYourDataIntoSproutAnd: 'Carga sus datos en Sprout y enumera las filas rechazadas con el motivo.',
  loadsYourDataIntoSproutYou:
    'Carga sus datos en Sprout. Puede seguir el progreso y ver las filas rechazadas.',
  startTheFirstSync: 'Iniciar la primera sincronización',
  aSourceIsConnectedButHas: 'Hay un origen conectado, pero aún no se sincronizó. {ask}',
  viewRecommendations: 'Ver recomendaciones',
  seeWhatToOrderNowHow: 'Vea qué pedir ahora, cuánto y por qué, según sus existencias y ventas.',
  inventoryDataIsEmptyAndRecommendations:
    'inventory_data está vacía y las recomendaciones necesitan existencias. Agréguela a su origen y sincronice de nuevo. {ask}',
  ofStockItemsHave: {
    one: 'su artículo de existencias no tiene',
    other: '{withoutReorderPoint} de {stockRows} artículos de existencias no tienen',
  },
  thereIsNotEnoughDataFor:
    'No hay datos suficientes para recomendaciones: {rows} ni punto de pedido ni historial de ventas suficiente. Defina un mínimo, complete reorder_point o sincronice más historial de ventas.',
  setMinimum: 'Definir mínimo',
  askAnOwnerOrAdminOf: 'Pídalo a un propietario o administrador de su organización.',
  ask: 'Pídalo a {names}.',
  theFirstStepsAreLoading: 'Cargando los primeros pasos',
  stepDone: 'hecho',
  stepNow: 'por hacer ahora',
  stepTrouble: 'requiere atención',
  stepLater: 'después',
};
