/** Portuguese texts: onboarding. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/onboarding';

export const messages: Translation<typeof t> = {
  getStarted: 'Primeiros passos',
  threeStepsToYourFirstPurchase: 'Três passos até sua primeira recomendação de compra.',
  connectYourData: 'Conecte seus dados',
  rowsWereImported: 'As linhas foram importadas de arquivos.',
  aFolderOfCsvOrParquet:
    'Importe os arquivos Excel ou CSV que seu sistema exporta, ou conecte uma pasta, um banco de dados PostgreSQL ou um conjunto de dados do BigQuery.',
  importFiles: 'Importar arquivos',
  noDataSourceIsConnectedYet: 'Nenhuma origem de dados conectada ainda. {ask}',
  isntResponding: '{source} não está respondendo. {sourceReason} {ask}',
  checkSource: 'Verificar origem',
  connected: 'Conectado: {source}.',
  runTheFirstSync: 'Execute a primeira sincronização',
  runningRowsReadSoFar: 'Em execução: {read} linhas lidas até agora.',
  viewProgress: 'Ver progresso',
  wereRejectedSeeDataSync: '{errors} foram rejeitadas. Veja Data Sync.',
  rows: { one: '{rows} linha', other: '{rows} linhas' },
  syncedOn: '{rows} sincronizadas em {lastSyncTime}.{left}',
  theTablesWereEmptyOrMissing: 'As tabelas estavam vazias ou ausentes.',
  theLastSyncLoadedNoRows: 'A última sincronização não carregou linhas. {why}',
  viewSync: 'Ver sincronização',
  loadsYourDataIntoSproutAnd: 'Carrega seus dados no Sprout e lista as linhas rejeitadas com o motivo.',
  loadsYourDataIntoSproutYou:
    'Carrega seus dados no Sprout. Você pode acompanhar o progresso e ver as linhas rejeitadas.',
  startTheFirstSync: 'Iniciar a primeira sincronização',
  aSourceIsConnectedButHas: 'Uma origem está conectada, mas ainda não foi sincronizada. {ask}',
  viewRecommendations: 'Ver recomendações',
  seeWhatToOrderNowHow:
    'Veja o que pedir agora, quanto e por quê, com base no seu estoque e nas suas vendas.',
  inventoryDataIsEmptyAndRecommendations:
    'inventory_data está vazia, e as recomendações precisam de estoque. Adicione-a à sua origem e sincronize de novo. {ask}',
  ofStockItemsHave: {
    one: 'seu item de estoque não tem',
    other: '{withoutReorderPoint} de {stockRows} itens de estoque não têm',
  },
  thereIsNotEnoughDataFor:
    'Não há dados suficientes para recomendações: {rows} nem ponto de pedido nem histórico de vendas suficiente. Defina um mínimo, preencha reorder_point ou sincronize mais histórico de vendas.',
  setMinimum: 'Definir mínimo',
  askAnOwnerOrAdminOf: 'Peça a um proprietário ou administrador da sua organização.',
  ask: 'Peça a {names}.',
  theFirstStepsAreLoading: 'Carregando os primeiros passos',
  stepDone: 'feito',
  stepNow: 'a fazer agora',
  stepTrouble: 'requer atenção',
  stepLater: 'depois',
};
