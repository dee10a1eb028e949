/** Portuguese texts: subscriptions to emails. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/email_opt_outs';

export const messages: Translation<typeof t> = {
  unsubscribeFromEmails: 'Cancelar inscrição em e-mails',
  unsubscribeSubtitle: 'Desativa e-mails sobre um assunto. As notificações no aplicativo continuam.',
  unsubscribe: 'Cancelar inscrição',
  couldntUnsubscribe: 'Não foi possível cancelar a inscrição. Tente novamente.',
  linkIncomplete: 'O link está incompleto. Abra-o de novo pelo e-mail.',
  openNotifications: 'Abrir notificações',
  endedDataSync: 'Você não recebe mais e-mails sobre Data Sync de {organization}.',
  endedAlertRule: 'Você não recebe mais e-mails sobre esta regra de alerta de {organization}.',
  endedReport: 'Você não recebe mais e-mails com este relatório de {organization}.',
  emailsTurnedOff: 'E-mails desativados',
  emailsTurnedOffSubtitle: 'Você cancelou a inscrição nestes e-mails.',
  dataSync: 'Data Sync e webhooks',
  alertRule: 'Regra de alerta {name}',
  report: 'Relatório {name}',
  deleted: '(excluído)',
  subscribeAgain: 'Inscrever-se de novo',
  couldntSubscribeAgain: 'Não foi possível ativar os e-mails. Tente novamente.',
};
