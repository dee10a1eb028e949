/** English texts: subscriptions to emails. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('email_opt_outs', {
  unsubscribeFromEmails: 'Unsubscribe from emails',
  unsubscribeSubtitle: 'Turns off emails about one topic. Notifications in the app continue.',
  unsubscribe: 'Unsubscribe',
  couldntUnsubscribe: 'Couldn’t unsubscribe. Try again.',
  linkIncomplete: 'The link is incomplete. Open it from the email again.',
  openNotifications: 'Open notifications',
  endedDataSync: 'You get no more emails about Data Sync of {organization}.',
  endedAlertRule: 'You get no more emails about this alert rule of {organization}.',
  endedReport: 'You get no more emails with this report of {organization}.',
  emailsTurnedOff: 'Emails turned off',
  emailsTurnedOffSubtitle: 'You unsubscribed from these emails.',
  dataSync: 'Data Sync and webhooks',
  alertRule: 'Alert rule {name}',
  report: 'Report {name}',
  deleted: '(deleted)',
  subscribeAgain: 'Subscribe again',
  couldntSubscribeAgain: 'Couldn’t turn the emails on. Try again.',
});
