/** German texts: the calendar feed. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/calendar_feed';

export const messages: Translation<typeof t> = {
  calendar: 'Kalender',
  subtitle: 'Erwartete Lieferungen und Einkaufsfenster in Ihrer Kalender-App.',
  createUrl: 'Kalender-URL erstellen',
  replaceUrl: 'URL ersetzen',
  revokeUrl: 'URL widerrufen',
  createdAt: 'Ihre Kalender-URL wurde am {at} erstellt. Sie wird nicht noch einmal angezeigt.',
  noUrl: 'Sie haben keine Kalender-URL.',
  couldntLoad: 'Die Kalendereinstellungen konnten nicht geladen werden.',
  couldntCreate: 'Die URL konnte nicht erstellt werden. Versuchen Sie es erneut.',
  couldntRevoke: 'Die URL konnte nicht widerrufen werden. Versuchen Sie es erneut.',
  calendarUrl: 'Kalender-URL',
  copyNow: 'Kopieren Sie die URL jetzt. Sie wird nicht noch einmal angezeigt.',
  usage: 'Abonnieren Sie sie in Ihrer Kalender-App. Wer sie hat, kann Ihren Kalender lesen.',
  copyUrl: 'URL kopieren',
  copied: 'Kopiert.',
  browserBlockedCopying:
    'Der Browser hat das Kopieren blockiert. Markieren Sie die URL und kopieren Sie sie.',
  done: 'Fertig',
};
