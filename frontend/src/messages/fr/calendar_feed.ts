/** French texts: the calendar feed. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/calendar_feed';

export const messages: Translation<typeof t> = {
  calendar: 'Calendrier',
  subtitle: 'Livraisons attendues et fenêtres d’achat dans votre application de calendrier.',
  createUrl: 'Créer l’URL du calendrier',
  replaceUrl: 'Remplacer l’URL',
  revokeUrl: 'Révoquer l’URL',
  createdAt: 'L’URL de votre calendrier a été créée le {at}. Elle ne sera plus affichée.',
  noUrl: 'Vous n’avez pas d’URL de calendrier.',
  couldntLoad: 'Impossible de charger les paramètres du calendrier.',
  couldntCreate: 'Impossible de créer l’URL. Réessayez.',
  couldntRevoke: 'Impossible de révoquer l’URL. Réessayez.',
  calendarUrl: 'URL du calendrier',
  copyNow: 'Copiez l’URL maintenant. Elle ne sera plus affichée.',
  usage:
    'Abonnez-vous-y dans votre application de calendrier. Quiconque la possède peut lire votre calendrier.',
  copyUrl: 'Copier l’URL',
  copied: 'Copiée.',
  browserBlockedCopying: 'Le navigateur a bloqué la copie. Sélectionnez l’URL et copiez-la.',
  done: 'Terminé',
};
