/** Portuguese texts: notifications. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/notifications';

export const messages: Translation<typeof t> = {
  alerts: 'Alertas',
  theAlertsAreLoading: 'Carregando os alertas',
  couldntLoadTheAlerts: 'Não foi possível carregar os alertas.',
  lastUpdated: 'Última atualização: {at}.',
  showOlderAlerts: 'Mostrar alertas mais antigos',
  youGetOneAlertWhenSomething: 'Você recebe um alerta quando algo falha e outro quando se recupera.',
  ownersAndAdminsAlsoGetAn: '{once} Proprietários e administradores também recebem um e-mail.',
  noOpenProblems: 'Nenhum problema aberto',
  openProblems: 'Problemas abertos',
  open: 'Aberto',
  noAlertsYetFailedSyncsWill: 'Ainda não há alertas. Sincronizações com falha aparecerão aqui.',
  pastAlertsNewestFirst: 'Alertas passados, os mais recentes primeiro',
  pastAlerts: 'Alertas passados',
  recovered: 'Recuperado',
  openTheFigures: 'Abrir os números',
  openTheOrder: 'Abrir o pedido',
  raised: 'Gerado',
};
