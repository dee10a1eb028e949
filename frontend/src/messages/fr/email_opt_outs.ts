/** French texts: subscriptions to emails. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/email_opt_outs';

export const messages: Translation<typeof t> = {
  unsubscribeFromEmails: 'Se désabonner des e-mails',
  unsubscribeSubtitle: 'Désactive les e-mails sur un sujet. Les notifications dans l’application continuent.',
  unsubscribe: 'Se désabonner',
  couldntUnsubscribe: 'Impossible de vous désabonner. Réessayez.',
  linkIncomplete: 'Le lien est incomplet. Ouvrez-le à nouveau depuis l’e-mail.',
  openNotifications: 'Ouvrir les notifications',
  endedDataSync: 'Vous ne recevez plus d’e-mails sur Data Sync de {organization}.',
  endedAlertRule: 'Vous ne recevez plus d’e-mails sur cette règle d’alerte de {organization}.',
  endedReport: 'Vous ne recevez plus d’e-mails avec ce rapport de {organization}.',
  emailsTurnedOff: 'E-mails désactivés',
  emailsTurnedOffSubtitle: 'Vous vous êtes désabonné de ces e-mails.',
  dataSync: 'Data Sync et webhooks',
  alertRule: 'Règle d’alerte {name}',
  report: 'Rapport {name}',
  deleted: '(supprimé)',
  subscribeAgain: 'Se réabonner',
  couldntSubscribeAgain: 'Impossible d’activer les e-mails. Réessayez.',
};
