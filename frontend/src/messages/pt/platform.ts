/** Portuguese texts: platform. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/platform';

export const messages: Translation<typeof t> = {
  status: 'Status',
  checkedJustNowFromThisBrowser: 'Verificado agora há pouco neste navegador.',
  theChecksAreRunning: 'As verificações estão em andamento',
  routingWorks: 'O roteamento funciona',
  theApiAnsweredInMs: 'A API respondeu em {milliseconds} ms',
  theApiIsntResponding: 'A API não está respondendo',
  apiVersion: 'Versão da API {version}',
  signedInTo: 'Conectado a {organization}',
  signedIn: 'Entrou',
  notSignedInShowingTheDemo: 'Não conectado (mostrando a organização de demonstração)',
  notSignedIn: 'Não conectado',
  works: 'Funciona',
  failed: 'Falhou',
  pageNotFound: 'Página não encontrada',
  thereIsNoPageAt: 'Não há página em {pathname}.',
  returnToDashboard: 'Voltar ao painel',
  goBack: 'Voltar',
  quickLinks: 'Links rápidos',
  quickLinksHeading: 'Links rápidos:',
  dashboard: 'Painel',
  sproutAi: 'Sprout AI',
  systemCheck: 'Verificação do sistema',
  checksPagesAndServerConnections: 'Verifica páginas e conexões do servidor.',
  thereAreNoPagesAtSupplies: 'Não há páginas em /supplies e /alerts: elas mostram a página 404.',
};
