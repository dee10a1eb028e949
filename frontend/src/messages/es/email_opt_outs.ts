/** Spanish texts: subscriptions to emails. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/email_opt_outs';

export const messages: Translation<typeof t> = {
  unsubscribeFromEmails: 'Cancelar la suscripción a correos',
  unsubscribeSubtitle: 'Desactiva los correos sobre un tema. Las notificaciones en la aplicación continúan.',
  unsubscribe: 'Cancelar suscripción',
  couldntUnsubscribe: 'No se pudo cancelar la suscripción. Inténtelo de nuevo.',
  linkIncomplete: 'El enlace está incompleto. Ábralo de nuevo desde el correo.',
  openNotifications: 'Abrir notificaciones',
  endedDataSync: 'Ya no recibirá correos sobre Data Sync de {organization}.',
  endedAlertRule: 'Ya no recibirá correos sobre esta regla de alerta de {organization}.',
  endedReport: 'Ya no recibirá correos con este informe de {organization}.',
  emailsTurnedOff: 'Correos desactivados',
  emailsTurnedOffSubtitle: 'Usted canceló la suscripción a estos correos.',
  dataSync: 'Data Sync y webhooks',
  alertRule: 'Regla de alerta {name}',
  report: 'Informe {name}',
  deleted: '(eliminado)',
  subscribeAgain: 'Suscribirse de nuevo',
  couldntSubscribeAgain: 'No se pudieron activar los correos. Inténtelo de nuevo.',
};
