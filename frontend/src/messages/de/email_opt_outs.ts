/** German texts: subscriptions to emails. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/email_opt_outs';

export const messages: Translation<typeof t> = {
  unsubscribeFromEmails: 'E-Mails abbestellen',
  unsubscribeSubtitle: 'Schaltet E-Mails zu einem Thema aus. Benachrichtigungen in der App bleiben.',
  unsubscribe: 'Abbestellen',
  couldntUnsubscribe: 'Abbestellen fehlgeschlagen. Versuchen Sie es erneut.',
  linkIncomplete: 'Der Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail.',
  openNotifications: 'Benachrichtigungen öffnen',
  endedDataSync: 'Sie erhalten keine E-Mails mehr zu Data Sync von {organization}.',
  endedAlertRule: 'Sie erhalten keine E-Mails mehr zu dieser Alarmregel von {organization}.',
  endedReport: 'Sie erhalten keine E-Mails mehr mit diesem Bericht von {organization}.',
  emailsTurnedOff: 'Ausgeschaltete E-Mails',
  emailsTurnedOffSubtitle: 'Sie haben diese E-Mails abbestellt.',
  dataSync: 'Data Sync und Webhooks',
  alertRule: 'Alarmregel {name}',
  report: 'Bericht {name}',
  deleted: '(gelöscht)',
  subscribeAgain: 'Wieder abonnieren',
  couldntSubscribeAgain: 'Die E-Mails konnten nicht eingeschaltet werden. Versuchen Sie es erneut.',
};
