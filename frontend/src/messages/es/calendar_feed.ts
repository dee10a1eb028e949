/** Spanish texts: the calendar feed. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/calendar_feed';

export const messages: Translation<typeof t> = {
  calendar: 'Calendario',
  subtitle: 'Entregas esperadas y ventanas de compra en su aplicación de calendario.',
  createUrl: 'Crear URL del calendario',
  replaceUrl: 'Reemplazar URL',
  revokeUrl: 'Revocar URL',
  createdAt: 'Su URL del calendario se creó el {at}. No se vuelve a mostrar.',
  noUrl: 'No tiene una URL del calendario.',
  couldntLoad: 'No se pudo cargar la configuración del calendario.',
  couldntCreate: 'No se pudo crear la URL. Inténtelo de nuevo.',
  couldntRevoke: 'No se pudo revocar la URL. Inténtelo de nuevo.',
  calendarUrl: 'URL del calendario',
  copyNow: 'Copie la URL ahora. No se vuelve a mostrar.',
  usage: 'Suscríbase a ella en su aplicación de calendario. Quien la tenga puede leer su calendario.',
  copyUrl: 'Copiar URL',
  copied: 'Copiada.',
  browserBlockedCopying: 'El navegador bloqueó la copia. Seleccione la URL y cópiela.',
  done: 'Listo',
};
